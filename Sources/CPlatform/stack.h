#ifndef ORM_CPLATFORM_STACK_H
#define ORM_CPLATFORM_STACK_H

#include <pthread.h>

typedef struct {
  void (*body)(void *);
  void *context;
} orm_stack_job;

static inline int *orm_stack_flag(void) {
  static _Thread_local int isDeep = 0;
  return &isDeep;
}

// Whether this thread has a stack of 4 MB or more, as every thread has on Linux by default, and the main thread on
// macOS.
static inline int orm_is_on_large_stack(void) {
  static _Thread_local int isLarge = -1;
  if (isLarge < 0) {
    size_t size = 0;
#if defined(__APPLE__)
    size = pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
    pthread_attr_t attributes;
    void *start;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      if (pthread_attr_getstack(&attributes, &start, &size) != 0) size = 0;
      pthread_attr_destroy(&attributes);
    }
#endif
    isLarge = size >= (4 << 20);
  }
  return isLarge;
}

// Whether this thread was started by `orm_run_on_deep_stack`.
static inline int orm_is_on_deep_stack(void) { return *orm_stack_flag(); }

static inline void *orm_stack_main(void *argument) {
  orm_stack_job *job = (orm_stack_job *)argument;
  *orm_stack_flag() = 1;
  job->body(job->context);
  return 0;
}

// Calls `body` on a thread with a stack of 64 MB, and waits for it. Only the part of the stack that is used takes
// memory. Returns whether the thread could be started.
static inline int orm_run_on_deep_stack(void (*body)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  orm_stack_job job = {body, context};
  if (pthread_attr_init(&attributes) != 0) return 0;
  int isMade = pthread_attr_setstacksize(&attributes, 64 << 20) == 0 &&
      pthread_create(&thread, &attributes, orm_stack_main, &job) == 0;
  pthread_attr_destroy(&attributes);
  return isMade && pthread_join(thread, 0) == 0;
}

#endif
