/* Criterion shows by libgit2 how texts differ, in a kind of assertions that is used nowhere here.
 * To get ready, libgit2 reads all certificates of the machine in the process of each test, which is
 * a sixth of what a small test takes. These take the place of what Criterion calls. */
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
