// Tells ThreadSanitizer of the locks that it can't see: those of Swift's `Mutex` that two threads want at once.
//
// On Linux, `Mutex` takes a free lock by an atomic operation that is compiled into its user, which
// ThreadSanitizer sees. Where the lock is taken, it calls `_MutexHandle._lockSlow`, and the holder then
// `_unlockSlow`; both are in libswiftSynchronization, which is compiled without ThreadSanitizer and asks the
// kernel by `syscall(SYS_futex, …)`
// (https://github.com/swiftlang/swift/blob/main/stdlib/public/Synchronization/Mutex/LinuxImpl.swift). Without
// this file, every lock that was waited for is reported as a race of what it guards.
//
// It is loaded before that library, calls its functions, and says what they do: to let go of the lock is a
// release of its address, and to get it an acquire. A race beside a lock is reported as ever.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Of the program, where it is one with ThreadSanitizer.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT void unlock(SELF void *self) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF void *self) {
  SWIFT void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  original(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock(SELF void *self) {
  SWIFT void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(self);
  original(self);
}
