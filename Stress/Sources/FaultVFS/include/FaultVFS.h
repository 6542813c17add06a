#ifndef FAULT_VFS_H
#define FAULT_VFS_H

#include <stdint.h>

#include "PowerVFS.h"

// A VFS of SQLite named "fault" that hands each call on to the system's own, but for those that it was
// told to fail: <https://www.sqlite.org/vfs.html>. What it was told is one for the whole process, and
// every function here may be called on any thread.

// The kinds of calls, each of which fails with the code that SQLite has for it.
enum fault_kind {
  FAULT_OPEN,          // SQLITE_CANTOPEN
  FAULT_READ,          // SQLITE_IOERR_READ
  FAULT_WRITE,         // SQLITE_IOERR_WRITE, behind the first half of what was to be written
  FAULT_SYNC,          // SQLITE_IOERR_FSYNC
  FAULT_TRUNCATE,      // SQLITE_IOERR_TRUNCATE
  FAULT_DELETE,        // SQLITE_IOERR_DELETE
  FAULT_ACCESS,        // SQLITE_IOERR_ACCESS
  FAULT_FILE_SIZE,     // SQLITE_IOERR_FSTAT
  FAULT_LOCK,          // SQLITE_IOERR_LOCK
  FAULT_UNLOCK,        // SQLITE_IOERR_UNLOCK, where the lock is let go of
  FAULT_SHARED_MAP,    // SQLITE_IOERR_SHMMAP
  FAULT_SHARED_LOCK,   // SQLITE_IOERR_SHMLOCK
  FAULT_KIND_COUNT
};

// Makes the VFS known to SQLite. The system's own stays the default one.
int fault_register(void);

// Fails `count` calls of one kind, or of any kind where `kind` is FAULT_KIND_COUNT, from the `first` one on
// (1 is the next).
void fault_arm(int kind, int64_t first, int64_t count);
// Fails no more calls.
void fault_disarm(void);
// Neither counts nor fails calls until it is set to 0 again.
void fault_pause(int is_paused);
// How many calls of the armed kind there were, and how many of them failed.
int64_t fault_calls(void);
int64_t fault_failures(void);

// How many bytes files can still grow by until the disk is full, when a write writes what has room and
// fails with SQLITE_FULL; a negative number is no limit.
void fault_set_room(int64_t bytes);
// How many writes have found no room since there was a limit.
int64_t fault_refusals(void);

// Has a crash say `note`, of which the first 200 bytes are kept, before it ends the process.
void fault_note(const char *note);

#endif
