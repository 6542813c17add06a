// Notifies ThreadSanitizer of the locks that it can't see: locks of Swift's `Mutex` for which a thread waits.
//
// On Linux, `Mutex` acquires a free lock with an atomic operation that is inlined into the caller, which
// ThreadSanitizer sees. If the lock is held, `Mutex` calls `_MutexHandle._lockSlow`, and the holder later calls
// `_unlockSlow`. Both are in libswiftSynchronization, which is compiled without ThreadSanitizer and calls the kernel by
// `syscall(SYS_futex, …)`
// (https://github.com/swiftlang/swift/blob/main/stdlib/public/Synchronization/Mutex/LinuxImpl.swift). Without this
// file, ThreadSanitizer reports a race for the data of every lock that a thread has waited for.
//
// This library is loaded before libswiftSynchronization, and its functions call the original ones. It reports an unlock
// as a release of the lock's address, and a lock as an acquire. Other races are still reported.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// These are in the program, if it is built with ThreadSanitizer.
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
