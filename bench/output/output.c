#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file is written under its name with this behind it, so that a reader never meets half of it. */
static const char unfinished[] = ".unfinished";

/* --- the folder ------------------------------------------------------------------------------ */

static bool path_of(const char *folder, const char *name, const char *ending, char out[PATH_MAX],
                    struct fault *fault)
{
    if (snprintf(out, PATH_MAX, "%s/%s%s", folder, name, ending) < PATH_MAX)
        return true;
    return fault_set(fault, "the path of %s in the results folder is too long", name);
}

/* *made is set when any of them is new. */
static bool make_each(char path[PATH_MAX], bool *made)
{
    for (char *at = path + 1;; at++) {
        char end = *at;
        if (end != '/' && end != '\0')
            continue;
        *at = '\0';
        if (mkdir(path, 0777) == 0)
            *made = true;
        else if (errno != EEXIST)
            return false; /* with mkdir's own reason */
        *at = end;
        if (end == '\0')
            return true;
    }
}

static bool make_folders(const char *folder, bool *made, struct fault *fault)
{
    char path[PATH_MAX];
    struct stat status;
    int cause = ENAMETOOLONG;
    *made = false;
    if (folder[0] == '\0')
        return fault_set(fault, "the name of the results folder is empty");
    if (strlen(folder) < sizeof path) {
        strcpy(path, folder);
        if (!make_each(path, made) || stat(folder, &status) != 0)
            cause = errno;
        else if (S_ISDIR(status.st_mode))
            return true;
        else
            cause = ENOTDIR;
    }
    enum { SHOWN = 1000 }; /* so that the reason is seen behind it */
    return fault_set(fault, "cannot make the results folder %.*s%s: %s", SHOWN, folder,
                     strlen(folder) > SHOWN ? "..." : "", strerror(cause));
}

static bool is_wanted(const struct output_files *what, size_t index)
{
    return what->wanted == NULL || what->wanted(index, what->content);
}

/* The names of all that may be in the folder: of files, then of what is derived; NULL at the end.
 */
static const char *name_at(const struct output_files *what, size_t index)
{
    if (index < what->count)
        return what->name(index);
    return what->derived ? what->derived[index - what->count] : NULL;
}

/* Everything but a folder can be replaced and removed. */
static bool is_free(const char *folder, const char *name, struct fault *fault)
{
    const char *const endings[] = {"", unfinished};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char path[PATH_MAX];
        struct stat status;
        if (!path_of(folder, name, endings[i], path, fault))
            return false;
        if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
            return fault_set(fault, "%s is a folder, where a file of the results has its place",
                             path);
    }
    return true;
}

/* --- what is held of it ---------------------------------------------------------------------- */

/* Without a name, so that nothing is left of it however this process ends. */
static int room = -1, lock = -1; /* descriptors */

static void let_go(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Not every file system can lock; where one cannot, nobody is kept out. */
static bool hold_folder(const char *folder, struct fault *fault)
{
    let_go(&lock);
    lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    let_go(&lock);
    return fault_set(fault, "another xqbench is going to write in the results folder %s", folder);
}

/* As much as a long run needs; less where there is less, but what this one needs. */
static bool hold_room(const char *folder, const char *name, size_t needed, struct fault *fault)
{
    enum { MOST = 8 << 20, LEAST = 4 << 10 };
    size_t least = needed > LEAST ? needed : LEAST;
    char path[PATH_MAX];
    if (!path_of(folder, name, unfinished, path, fault))
        return false;
    let_go(&room);
    unlink(path); /* of a process that was killed */
    room = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int cause = room < 0 ? errno : ENOSPC;
    if (room >= 0)
        unlink(path);
    for (size_t size = MOST > least ? MOST : least; room >= 0;) {
        cause = posix_fallocate(room, 0, (off_t)size);
        if (cause != ENOSPC && cause != EFBIG && cause != EDQUOT)
            return true; /* an unknown reason may be none that matters to writing */
        if (size == least)
            break;
        size = size / 2 > least ? size / 2 : least;
    }
    let_go(&room);
    return fault_set(fault, "cannot write in the results folder %s, where %s may take %zu KB: %s",
                     folder, name, (least + 1023) / 1024, strerror(cause));
}

bool output_prepare(const char *folder, const struct output_files *what, bool *made,
                    struct fault *fault)
{
    const char *name;
    if (!make_folders(folder, made, fault))
        return false;
    for (size_t i = 0; (name = name_at(what, i)); i++)
        if (!is_free(folder, name, fault))
            return false;
    return hold_folder(folder, fault) && hold_room(folder, what->name(0), what->room, fault);
}

/* --- a file ---------------------------------------------------------------------------------- */

static bool write_content(const char *path, const struct output_files *what, size_t index,
                          struct fault *fault)
{
    unlink(path); /* of a process that was killed, or a link to somewhere else */
    errno = 0;
    FILE *file = fopen(path, "wxe");
    if (file == NULL)
        return fault_set(fault, "cannot write %s: %s", path, strerror(errno));
    bool made = what->write(file, index, what->content);
    bool written = fflush(file) == 0 && !ferror(file);
    int cause = errno;
    /* A full disk may be noticed only now. */
    if (fclose(file) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (made && written)
        return true;
    return fault_set(fault, "cannot write %.*s: %s", (int)(strlen(path) - strlen(unfinished)), path,
                     !made ? "no memory" : strerror(cause));
}

/* Under its unfinished name, of which nothing is left when it fails. */
static bool write_unfinished(const char *folder, const struct output_files *what, size_t index,
                             struct fault *fault)
{
    char path[PATH_MAX];
    if (!path_of(folder, what->name(index), unfinished, path, fault))
        return false;
    if (write_content(path, what, index, fault))
        return true;
    unlink(path);
    return false;
}

static bool put_in_place(const char *folder, const char *name, struct fault *fault)
{
    char from[PATH_MAX], to[PATH_MAX];
    if (!path_of(folder, name, unfinished, from, fault) || !path_of(folder, name, "", to, fault))
        return false;
    if (rename(from, to) == 0)
        return true;
    fault_set(fault, "cannot put %s in its place: %s", to, strerror(errno));
    unlink(from);
    return false;
}

/* --- all of them ----------------------------------------------------------------------------- */

/* All but the first, and what was made of them. What cannot be removed is no end of it. */
static bool remove_earlier(const char *folder, const struct output_files *what, struct fault *fault)
{
    bool removed = true;
    const char *name;
    for (size_t i = 1; (name = name_at(what, i)); i++) {
        char path[PATH_MAX];
        struct fault ignored;
        if (path_of(folder, name, unfinished, path, &ignored))
            unlink(path); /* of a process that was killed */
        if (!path_of(folder, name, "", path, &ignored))
            continue; /* nor can it have been made */
        if (unlink(path) != 0 && errno != ENOENT)
            removed = fault_set(fault, "cannot remove %s, which is of an earlier run: %s", path,
                                strerror(errno));
    }
    return removed;
}

/* All but the first. */
static bool save_rest(const char *folder, const struct output_files *what, struct fault *fault)
{
    char missing[1024] = "";
    struct fault first, later;
    for (size_t i = 1; i < what->count; i++) {
        const char *name = what->name(i);
        struct fault *reason = *missing ? &later : &first;
        if (!is_wanted(what, i) ||
            (write_unfinished(folder, what, i, reason) && put_in_place(folder, name, reason)))
            continue;
        size_t used = strlen(missing);
        snprintf(missing + used, sizeof missing - used, "%s%s", used > 0 ? ", " : "", name);
    }
    if (!*missing)
        return true;
    return fault_set(fault, "%s; missing in %s: %s; %s is complete%s%s", first.text, folder,
                     missing, what->name(0), what->remedy ? ": " : "",
                     what->remedy ? what->remedy : "");
}

bool output_save_files(const char *folder, const struct output_files *what, struct fault *fault)
{
    bool made;
    struct fault left;
    const char *first = what->name(0);
    let_go(&room);
    if (!make_folders(folder, &made, fault) || !is_free(folder, first, fault) ||
        !write_unfinished(folder, what, 0, fault))
        return false;
    bool removed = remove_earlier(folder, what, &left);
    if (!put_in_place(folder, first, fault))
        return false;
    bool saved = save_rest(folder, what, fault);
    let_go(&lock);
    if (removed)
        return saved;
    struct fault missing = *fault;
    return fault_set(fault, "%s%s%s", left.text, saved ? "" : "; ", saved ? "" : missing.text);
}
