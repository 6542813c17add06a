#define _GNU_SOURCE
#include "Scheduling.h"

#ifdef __linux__

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

typedef void (*dispatch_work)(void *context);

static int is_on;
static int64_t now;
static void (*on_ready)(scheduling_job job);
static void (*on_later)(scheduling_job job, int64_t nanoseconds);

// One clock for all that ask: Swift, Foundation and SQLite.
int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*system)(clockid_t, struct timespec *);
  if (is_on) {
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
  }
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "clock_gettime");
  return system(clock, time);
}

// A task that can run, or an actor that has something to do.
void dispatch_async_f(void *queue, void *context, dispatch_work work) {
  static void (*system)(void *, void *, dispatch_work);
  if (is_on) return on_ready((scheduling_job){work, context});
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_async_f");
  system(queue, context, work);
}

// A task that sleeps. The highest two bits of a time say of which clock it is, and the others are nanoseconds of that.
void dispatch_after_f(uint64_t time, void *queue, void *context, dispatch_work work) {
  static void (*system)(uint64_t, void *, void *, dispatch_work);
  if (is_on) {
    return on_later((scheduling_job){work, context}, (int64_t)(time & 0x3fffffffffffffff));
  }
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_after_f");
  system(time, queue, context, work);
}

// What a block is to who runs it: https://clang.llvm.org/docs/Block-ABI-Apple.html
struct block {
  void *kind;
  int flags;
  int reserved;
  void (*work)(struct block *);
};
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

static void run_block(void *context) {
  struct block *block = context;
  block->work(block);
  _Block_release(block);
}

// A block that the library has run in a moment. On a queue's thread it would come beside the one job that runs.
void dispatch_after(uint64_t time, void *queue, void *block) {
  static void (*system)(uint64_t, void *, void *);
  if (is_on) return dispatch_after_f(time, queue, _Block_copy(block), run_block);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_after");
  system(time, queue, block);
}

int scheduling_is_possible(void) { return 1; }

void scheduling_begin(
    int64_t nanoseconds, void (*ready)(scheduling_job job),
    void (*later)(scheduling_job job, int64_t nanoseconds)) {
  now = nanoseconds;
  on_ready = ready;
  on_later = later;
  is_on = 1;
}

void scheduling_end(void) { is_on = 0; }

int64_t scheduling_clock(void) { return now; }

void scheduling_advance(int64_t nanoseconds) { now += nanoseconds; }

void scheduling_restart(char *const arguments[]) {
  const char *name = "SWIFT_DETERMINISTIC_HASHING";
  if (getenv(name)) return;
  setenv(name, "1", 1);
  int before = personality(0xffffffff);
  if (before >= 0) personality((unsigned long)before | ADDR_NO_RANDOMIZE);
  execv("/proc/self/exe", arguments);
}

#else

int scheduling_is_possible(void) { return 0; }
void scheduling_begin(
    int64_t nanoseconds, void (*ready)(scheduling_job job),
    void (*later)(scheduling_job job, int64_t nanoseconds)) {}
void scheduling_end(void) {}
int64_t scheduling_clock(void) { return 0; }
void scheduling_advance(int64_t nanoseconds) {}
void scheduling_restart(char *const arguments[]) {}

#endif
