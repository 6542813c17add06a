#ifndef BASELINE_H
#define BASELINE_H

#include <sqlite3.h>
#include <stdint.h>

// The same rows and statements as in Swift, by hand, in C: what the library is measured against.

typedef struct {
  int64_t id;
  char *name;
  char *email;
  char *bio;
  double score;
  int64_t age;
  int has_age;
  double created;
  int active;
  unsigned char uuid[16];
  unsigned char *payload;
  int payload_size;
} baseline_person;

/// Makes the row with this number. The texts are malloc'ed.
baseline_person baseline_person_make(int64_t id);
void baseline_person_free(baseline_person *person);

/// Each returns 0, or a result code of SQLite.
int baseline_create(sqlite3 *db);
int baseline_insert(sqlite3 *db, const baseline_person *people, int count);
/// Fetches all rows into structs, and adds up a checksum of what was read.
int baseline_fetch(sqlite3 *db, int64_t *checksum);
int baseline_find(sqlite3 *db, int count, int64_t *checksum);
int baseline_update(sqlite3 *db, const baseline_person *people, int count);

#endif
