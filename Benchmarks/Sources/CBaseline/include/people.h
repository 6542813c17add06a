#ifndef BASELINE_PEOPLE_H
#define BASELINE_PEOPLE_H

#include "database.h"

/// Ten columns of mixed types: a number, three texts, REAL, a number or NULL, a date, a flag, a UUID and
/// a BLOB.
typedef struct {
  int64_t id;
  baseline_text name, email, bio;
  double score;
  int64_t age;
  int has_age;
  double created;
  int active;
  unsigned char uuid[16];
  baseline_text payload;
} baseline_person;

/// Makes the row with this number.
baseline_person baseline_person_make(int64_t id);

/// Makes the table `person`.
int baseline_people_create(sqlite3 *db);
/// Empties the table, and the log of a database on disk.
int baseline_people_clear(sqlite3 *db);
/// Fetches all rows into an array, as often as told.
int baseline_people_fetch(sqlite3 *db, int repetitions, int64_t *checksum);
/// Inserts the rows one by one in one transaction.
int baseline_people_insert(sqlite3 *db, const baseline_person *people, int count);
/// Inserts the rows one by one, in a transaction each.
int baseline_people_commit_each(sqlite3 *db, const baseline_person *people, int count);
/// Updates the rows one by one in one transaction.
int baseline_people_update(sqlite3 *db, const baseline_person *people, int count);
/// The key, of 1 to `rows`, that the finding of one row by a key looks for the time `call`, from 0.
int64_t baseline_people_key(int call, int rows);
/// Finds `count` rows by their keys, in no order, without a transaction.
int baseline_people_find(sqlite3 *db, int rows, int count, int64_t *checksum);

/// How often something is done: from a first turn on until a time of the monotonic clock.
typedef struct {
  int64_t first, next;
  double end;
} baseline_turns;

int baseline_is_time_left(const baseline_turns *turns);

/// Fetches 100 of the rows 1 to `rows` by a range of keys, in each turn another.
int baseline_people_fetch_turns(sqlite3 *db, int rows, baseline_turns *turns);
/// Updates one of the rows in a transaction, in each turn another.
int baseline_people_update_turns(sqlite3 *db, const baseline_person *people, int rows,
                                 baseline_turns *turns);

#endif
