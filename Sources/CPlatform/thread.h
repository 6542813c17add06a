#ifndef ORM_CPLATFORM_THREAD_H
#define ORM_CPLATFORM_THREAD_H

#include <pthread.h>
#include <stdlib.h>

typedef struct {
  void (*body)(void *);
  void *context;
} orm_thread_job;

static inline void *orm_thread_main(void *argument) {
  orm_thread_job job = *(orm_thread_job *)argument;
  free(argument);
  job.body(job.context);
  return 0;
}

// Calls `body` on a new thread, which has to be joined. Returns whether the thread could be started.
static inline int orm_thread_start(pthread_t *thread, void (*body)(void *), void *context) {
  orm_thread_job *job = (orm_thread_job *)malloc(sizeof(orm_thread_job));
  if (job == 0) return 0;
  job->body = body;
  job->context = context;
  if (pthread_create(thread, 0, orm_thread_main, job) == 0) return 1;
  free(job);
  return 0;
}

static inline void orm_thread_join(pthread_t thread) { pthread_join(thread, 0); }

#endif
