#include "stored_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode)                    ? "a folder"
           : S_ISFIFO(mode)                 ? "a pipe"
           : S_ISSOCK(mode)                 ? "a socket"
           : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                            : "something else";
}

static bool is_regular(const char *path, const struct stat *status, struct fault *fault)
{
    return S_ISREG(status->st_mode) ||
           fault_set(fault, "%s: is %s, not a file that can be read as a whole", path,
                     kind_of(status->st_mode));
}

bool stored_file_open(const char *path, bool optional, FILE **file, struct fault *fault)
{
    struct stat status;
    *file = NULL;
    if (stat(path, &status) != 0)
        return (optional && errno == ENOENT) || fault_set(fault, "%s: %s", path, strerror(errno));
    /* To open a device may already do something. */
    if (!is_regular(path, &status, fault))
        return false;
    /* Another file may have its name by now: that is not waited for, and looked at again. */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return fault_set(fault, "%s: %s", path, strerror(errno));
    bool good = fstat(fd, &status) == 0 ? is_regular(path, &status, fault)
                                        : fault_set(fault, "%s: %s", path, strerror(errno));
    if (good && (*file = fdopen(fd, "r")) == NULL)
        good = fault_set(fault, "%s: %s", path, strerror(errno));
    if (!good)
        close(fd);
    return good;
}
