#ifndef SCHEDULING_H
#define SCHEDULING_H

#include <stdint.h>

// Takes the place of the threads on which Swift runs tasks, and of the clock, for the whole process and from one thread.
// On Linux, Swift hands each job to Dispatch, the library what it does in a moment, and both ask the system for the time:
// by functions of the names of theirs, which a program finds first. Elsewhere libraries find those of their own.

// What runs a job to where it waits for something.
typedef struct {
  void (*work)(void *context);
  void *context;
} scheduling_job;

// Whether it is possible here.
int scheduling_is_possible(void);

// From here on a job that could run is handed to `ready`, and one that waits for a time to `later`; the clock stands
// still at `nanoseconds` but for what is added to it.
void scheduling_begin(
    int64_t nanoseconds, void (*ready)(scheduling_job job),
    void (*later)(scheduling_job job, int64_t nanoseconds));
// From here on threads and the clock are the system's again.
void scheduling_end(void);

int64_t scheduling_clock(void);
void scheduling_advance(int64_t nanoseconds);

// Starts the program anew with hashes and addresses that are the same each time, unless it was.
void scheduling_restart(char *const arguments[]);

#endif
