#ifndef POWER_VFS_H
#define POWER_VFS_H

#include <stdint.h>

// A VFS of SQLite named "power" that hands each call on to the system's own, and knows what a disk would have if
// the power failed now: what was synced, and of what was not, some. What it was told is one for the whole process.

// Makes the VFS known to SQLite.
int power_register(void);

// Forgets all files. No connection may have one open.
void power_forget(void);

// Lets `calls` more calls through that change files, and then none: a negative number is no limit. What was done
// until now is on the disk.
void power_arm(int64_t calls);

// How many such calls there were since then, and whether the power has failed.
int64_t power_calls(void);
int power_has_failed(void);

// Makes each file what the disk has of it. No connection may have one open.
//
// Of what was not synced, `seed` says what has reached the disk: each sector of each write by itself, each change of
// size, and each file that was made or deleted.
void power_restore(uint64_t seed);

#endif
