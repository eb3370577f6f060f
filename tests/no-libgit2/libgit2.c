/* Criterion shows by libgit2 how texts differ, in a kind of assertions that is used nowhere here.
 * For each test, which is a process, libgit2 and the fourteen libraries that it needs would be
 * loaded anew, and all certificates of the machine be read: half of what a small test takes. A
 * library of this takes its place. */
int git_libgit2_init(void);
int git_libgit2_shutdown(void);
int git_diff_buffers(void);

int git_libgit2_init(void)
{
    return 1; /* how often it was called */
}

int git_libgit2_shutdown(void)
{
    return 0;
}

int git_diff_buffers(void)
{
    return -1; /* an error */
}
