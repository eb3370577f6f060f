#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "perft.h"
#include "workers.h"

struct workers {
    void (*work)(void *);
    void (*watch)(void *);
    void *context;
    pthread_mutex_t mutex;
    pthread_cond_t all_finished;
    unsigned working; /* threads, under the mutex */
};

static void *run(void *context)
{
    struct workers *workers = context;
    workers->work(workers->context);
    pthread_mutex_lock(&workers->mutex);
    if (--workers->working == 0)
        pthread_cond_signal(&workers->all_finished);
    pthread_mutex_unlock(&workers->mutex);
    return NULL;
}

/* Waits for the working threads; each wait ends with a look at how far they are. */
static void wait_and_watch(struct workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    bool working = workers->working > 0;
    while (working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200 * 1000 * 1000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&workers->all_finished, &workers->mutex, &until);
        working = workers->working > 0;
        pthread_mutex_unlock(&workers->mutex);
        if (workers->watch)
            workers->watch(
                workers->context); /* may take its time: threads that are done need not */
        pthread_mutex_lock(&workers->mutex);
    }
    pthread_mutex_unlock(&workers->mutex);
}

void workers_run(unsigned wanted, void (*work)(void *), void (*watch)(void *), void *context)
{
    if (wanted == 1 && !watch) {
        work(context);
        return;
    }
    struct workers workers = {.work = work, .watch = watch, .context = context};
    pthread_t thread[PERFT_MAX_THREADS];
    unsigned started = 0;
    pthread_mutex_init(&workers.mutex, NULL);
    pthread_cond_init(&workers.all_finished, NULL);
    pthread_mutex_lock(&workers.mutex);
    for (; started < wanted && started < PERFT_MAX_THREADS; started++, workers.working++)
        if (pthread_create(&thread[started], NULL, run, &workers) != 0)
            break;
    if (started == 0)
        workers.working = 1;
    pthread_mutex_unlock(&workers.mutex);
    if (started == 0)
        run(&workers);
    wait_and_watch(&workers);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&workers.all_finished);
    pthread_mutex_destroy(&workers.mutex);
}
