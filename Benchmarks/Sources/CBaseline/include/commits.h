#ifndef BASELINE_COMMITS_H
#define BASELINE_COMMITS_H

#include "purchases.h"

/// The statement by which a purchase is inserted, or updated by its key.
static inline const char *baseline_commit_sql(int is_insert) {
  return is_insert ? "INSERT INTO \"purchase\" (\"customerID\", \"product\", \"amount\", "
                     "\"quantity\", \"at\", \"note\") VALUES ($1, $2, $3, $4, $5, NULL)"
                   : "UPDATE \"purchase\" SET \"customerID\" = $1, \"product\" = $2, \"amount\" = $3, "
                     "\"quantity\" = $4, \"at\" = $5, \"note\" = NULL WHERE \"id\" = $6";
}

/// Runs it for so many rows, a transaction each.
///
/// Each run writes other values, from `first` on, as ORM's does: an entry of the index that stays where it is
/// leaves its page alone.
static inline int baseline_commit_each(
    sqlite3_stmt *statement, int is_insert, int rows, int first, int calls, int64_t *checksum) {
  int code = SQLITE_OK;
  int64_t sum = 0;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    sqlite3_bind_int64(statement, 1, call % 7);
    sqlite3_bind_text(statement, 2, "a text of 20 letters", 20, SQLITE_STATIC);
    sqlite3_bind_double(statement, 3, first + call);
    sqlite3_bind_int64(statement, 4, call % 7);
    sqlite3_bind_double(statement, 5, first + call);
    if (!is_insert) sqlite3_bind_int64(statement, 6, baseline_people_key(call, rows));
    sqlite3_step(statement);
    code = sqlite3_reset(statement);
    sum += sqlite3_changes(sqlite3_db_handle(statement));
  }
  if (checksum) *checksum = sum;
  return code;
}

/// Inserts so many purchases of one kind, or updates so many by their keys, in a transaction each.
int baseline_purchases_commit(sqlite3 *db, int is_insert, int rows, int calls, int64_t *checksum);
/// Opens the file, finds a purchase by its key, and closes the file, as often as told.
int baseline_open_find_close(const char *path, int rows, int repetitions, int64_t *checksum);

#endif
