// A clock that goes on by a step whenever it is looked at, in place of the system's: under Callgrind a
// call takes fifty times as long, and how long depends on what else the machine does. What a program does
// by the time, such as to let other tasks run once a millisecond, would be counted once more or less.
#ifdef __linux__

#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A program's own function is called before a library's of the same name.
int clock_gettime(clockid_t clock, struct timespec *time) {
  static const long step = 20000;
  static atomic_long looks;
  int code = (int)syscall(SYS_clock_gettime, clock, time);
  // The clock of Swift's `ContinuousClock`.
  if (code != 0 || clock != CLOCK_BOOTTIME) return code;
  static atomic_long start;
  long none = 0;
  atomic_compare_exchange_strong(&start, &none, time->tv_sec);
  long passed = atomic_fetch_add(&looks, 1) * step;
  time->tv_sec = atomic_load(&start) + passed / 1000000000;
  time->tv_nsec = passed % 1000000000;
  return 0;
}

#endif
