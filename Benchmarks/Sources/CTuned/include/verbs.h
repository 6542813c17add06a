#ifndef TUNED_VERBS_H
#define TUNED_VERBS_H

#include <sqlite3.h>
#include <stdint.h>

/// What becomes of the rows of a step.
typedef enum {
  /// There are none, or they are stepped over.
  tuned_no_rows,
  /// All are read into an array, by the storage class of each value, texts into an arena.
  tuned_rows,
  /// The changes of the statement are added up.
  tuned_changes,
  /// There is no statement: a session begins that records the changes of the table, whose name is the text.
  tuned_begin_session,
  /// There is no statement: what the session has recorded is taken as a changeset, and the session ends.
  tuned_end_session,
} tuned_reading;

/// A statement of a verb.
typedef struct {
  const char *sql;
  /// A letter for each parameter: `k` a key that is there, `n` one that is not, `c` the number of the call,
  /// `s` a number below 7, `d` the call as a double, `t` a text of 20 bytes, `0` NULL, `f` the 10 keys from `k` on. A `+`
  /// is no parameter: the `n` behind it are of the next row.
  const char *parameters;
  tuned_reading reading;
  /// How often it is run for each call, each time with the next key.
  int times;
  /// Whether it is prepared for each call, as what defines tables has to be.
  int is_prepared_anew;
} tuned_step;

/// Does the steps for each call: all of them in one transaction that is rolled back, or each by itself.
///
/// `checksum` becomes the number of the rows that were read and changed.
int tuned_verb(sqlite3 *db, const tuned_step *steps, int count, int rows, int calls,
               int is_in_transaction, int64_t *checksum);

#endif
