#include "machine.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* Reads the first line of a file, without its end; empty when it cannot be read. */
static void read_line(const char *path, char *out, size_t size)
{
    out[0] = '\0';
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    if (fgets(out, (int)size, file))
        out[strcspn(out, "\n")] = '\0';
    fclose(file);
}

/* x86 calls it "model name"; other processors have no such line, and the architecture must do. */
static void read_cpu(char *out, size_t size, const char *fallback)
{
    snprintf(out, size, "%s", fallback);
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (file == NULL)
        return;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(out, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    fclose(file);
}

static void read_caches(struct machine *machine)
{
    const char *root = "/sys/devices/system/cpu/cpu0/cache";
    machine->cache_count = 0;
    for (int i = 0; i < MACHINE_CACHES; i++) {
        char path[128], level[4], type[16], size[16];
        snprintf(path, sizeof path, "%s/index%d/level", root, i);
        read_line(path, level, sizeof level);
        snprintf(path, sizeof path, "%s/index%d/type", root, i);
        read_line(path, type, sizeof type);
        snprintf(path, sizeof path, "%s/index%d/size", root, i);
        read_line(path, size, sizeof size);
        if (level[0] == '\0' || size[0] == '\0')
            continue;
        const char *suffix = strcmp(type, "Data") == 0          ? "d"
                             : strcmp(type, "Instruction") == 0 ? "i"
                                                                : "";
        size_t at = machine->cache_count++;
        snprintf(machine->caches[at].name, sizeof machine->caches[at].name, "L%s%s", level, suffix);
        snprintf(machine->caches[at].size, sizeof machine->caches[at].size, "%s", size);
    }
}

void machine_read(struct machine *machine)
{
    struct utsname system;
    if (uname(&system) != 0)
        memset(&system, 0, sizeof system);
    snprintf(machine->kernel, sizeof machine->kernel, "%.40s %.60s %.40s", system.sysname,
             system.release, system.machine);
    read_cpu(machine->cpu, sizeof machine->cpu, system.machine);
    machine->cpus = sysconf(_SC_NPROCESSORS_ONLN);
    read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", machine->governor,
              sizeof machine->governor);
    read_caches(machine);

    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(machine->date, sizeof machine->date, "%Y-%m-%dT%H:%M:%SZ", &utc);

    machine->compiler = BUILD_COMPILER;
    machine->flags = BUILD_FLAGS;
    machine->arch = BUILD_ARCH;
    machine_set_commit(machine, BUILD_COMMIT);
}

void machine_set_commit(struct machine *machine, const char *description)
{
    static const char mark[] = "-dirty";
    size_t length = strlen(description), behind = strlen(mark);
    machine->dirty = length >= behind && strcmp(description + length - behind, mark) == 0;
    snprintf(machine->commit, sizeof machine->commit, "%.*s",
             (int)(machine->dirty ? length - behind : length), description);
}

void machine_slug(const char *cpu, char *out, size_t size)
{
    size_t length = 0;
    bool gap = false;
    while (*cpu && *cpu != '@' && length + 2 < size) {
        if (*cpu == '(') { /* "(R)", "(TM)" */
            cpu += strcspn(cpu, ")");
            cpu += *cpu == ')';
            gap = true;
        } else if (strncmp(cpu, " CPU", 4) == 0 && !isalnum((unsigned char)cpu[4])) {
            cpu += 4;
        } else if (isalnum((unsigned char)*cpu)) {
            if (gap && length > 0)
                out[length++] = '-';
            out[length++] = (char)tolower((unsigned char)*cpu++);
            gap = false;
        } else {
            gap = true;
            cpu++;
        }
    }
    out[length] = '\0';
    if (length == 0)
        snprintf(out, size, "cpu");
}

void machine_folder(const struct machine *machine, char *out, size_t size)
{
    char slug[MACHINE_TEXT];
    machine_slug(machine->cpu, slug, sizeof slug);
    snprintf(out, size, "%s-%.10s", slug, machine->date);
}
