#include <pthread.h>
#include <time.h>

#include "internal.h"

/// What a thread is told, and what it has done.
typedef struct {
  pthread_t thread;
  sqlite3 *db;
  /// NULL for one that reads.
  const baseline_person *people;
  int rows;
  baseline_turns turns;
  int code;
} worker;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int baseline_is_time_left(const baseline_turns *turns) { return now() < turns->end; }

static void *work(void *argument) {
  worker *self = argument;
  self->code = self->people
                   ? baseline_people_update_turns(self->db, self->people, self->rows, &self->turns)
                   : baseline_people_fetch_turns(self->db, self->rows, &self->turns);
  return NULL;
}

int baseline_contend(sqlite3 *const *connections, int readers, const baseline_person *people,
                     int rows, double seconds, int64_t *reads, int64_t *writes) {
  int count = readers + (people ? 1 : 0), started = 0, code = SQLITE_OK;
  worker *workers = calloc((size_t)count, sizeof *workers);
  double end = now() + seconds;
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    int64_t first = i < readers ? i * 1000 : 0;
    workers[i] = (worker){.db = connections[i],
                          .people = i < readers ? NULL : people,
                          .rows = rows,
                          .turns = {first, first, end}};
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0) {
      started++;
    } else {
      code = SQLITE_NOMEM;
    }
  }
  *reads = *writes = 0;
  for (int i = 0; i < started; i++) {
    pthread_join(workers[i].thread, NULL);
    if (code == SQLITE_OK) code = workers[i].code;
    *(workers[i].people ? writes : reads) += workers[i].turns.next - workers[i].turns.first;
  }
  free(workers);
  return code;
}
