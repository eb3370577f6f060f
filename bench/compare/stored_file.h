/* Files that are read as a whole. */
#ifndef XQBENCH_STORED_FILE_H
#define XQBENCH_STORED_FILE_H

#include <stdio.h>

#include "fault.h"

/* Opens a regular file for reading. What else may have its name is refused without waiting for it:
 * a pipe may never be written to, and a device never end. *file is NULL, and the result true, when
 * `optional` is true and there is no such file. Otherwise false with the path and the reason. */
bool stored_file_open(const char *path, bool optional, FILE **file, struct fault *fault);

#endif
