#ifndef ORM_CPLATFORM_THREADS_H
#define ORM_CPLATFORM_THREADS_H

#ifdef __linux__
// Swift's overlay of Dispatch has this function only on Apple platforms.
// <https://man.archlinux.org/man/dispatch_queue_create.3>
extern const char *orm_dispatch_label(const void *queue) __asm__("dispatch_queue_get_label")
    __attribute__((weak));

// The label of the dispatch queue that this thread is working for, or NULL if Dispatch is not linked.
static inline const char *orm_current_queue_label(void) {
  return orm_dispatch_label ? orm_dispatch_label(0) : 0;
}
#endif

#endif
