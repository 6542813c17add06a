#include "purchase.h"

int baseline_purchases_commit(
    sqlite3 *db, int is_insert, int rows, int calls, int64_t *checksum) {
  static int first = 0;
  first += calls;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v3(db, baseline_commit_sql(is_insert), -1, SQLITE_PREPARE_PERSISTENT,
                                &statement, NULL);
  if (code == SQLITE_OK) {
    code = baseline_commit_each(statement, is_insert, rows, first, calls, checksum);
  }
  sqlite3_finalize(statement);
  return code;
}

int baseline_open_find_close(const char *path, int rows, int repetitions, int64_t *checksum) {
  int64_t sum = 0;
  int code = SQLITE_OK;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    code = baseline_open(path, &db);
    if (code == SQLITE_OK) {
      code = sqlite3_prepare_v2(db, baseline_purchases_sql(baseline_purchases_select), -1,
                                &statement, NULL);
    }
    sqlite3_bind_int64(statement, 1, baseline_people_key(i, rows));
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
      sum += visit_purchase(statement, checksum);
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
  }
  if (checksum) *checksum = sum;
  return code;
}
