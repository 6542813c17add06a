#include <stdio.h>

#include "internal.h"

int baseline_albums_create(sqlite3 *db, int artists) {
  char sql[2048];
  snprintf(
      sql, sizeof sql,
      "CREATE TABLE \"artist\" (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL) STRICT;"
      "CREATE TABLE \"album\" (\"id\" INTEGER PRIMARY KEY, \"title\" TEXT NOT NULL, \"artistID\" "
      "INTEGER NOT NULL, \"year\" INTEGER, \"price\" REAL NOT NULL) STRICT;"
      "CREATE TABLE \"track\" (\"id\" INTEGER PRIMARY KEY, \"title\" TEXT NOT NULL, \"albumID\" "
      "INTEGER NOT NULL, \"seconds\" REAL NOT NULL) STRICT;"
      "CREATE INDEX \"album_artistID\" ON \"album\" (\"artistID\");"
      "CREATE INDEX \"track_albumID\" ON \"track\" (\"albumID\");"
      "WITH RECURSIVE series(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series WHERE n < %1$d) "
      "INSERT INTO \"artist\" SELECT n, 'Artist ' || n FROM series;"
      "WITH RECURSIVE series(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series WHERE n < %2$d) "
      "INSERT INTO \"album\" SELECT n, 'Album ' || n, (n - 1) / 5 + 1, 1970 + n %% 5 * 10, "
      "n %% 5 + 8.5 FROM series;"
      "WITH RECURSIVE series(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series WHERE n < %3$d) "
      "INSERT INTO \"track\" SELECT n, 'Track ' || n, (n - 1) / 10 + 1, n %% 10 * 30.0 FROM series;"
      "ANALYZE",
      artists, artists * 5, artists * 50);
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static void read_title(sqlite3_stmt *statement, void *row) {
  *(baseline_text *)row = read_text(statement, 0);
}

int baseline_albums_join(sqlite3 *db, int artists, int calls, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(
      db,
      "SELECT \"track\".\"title\" FROM \"artist\" JOIN \"album\" ON \"artist\".\"id\" = "
      "\"album\".\"artistID\" JOIN \"track\" ON \"album\".\"id\" = \"track\".\"albumID\" WHERE "
      "\"artist\".\"id\" = $1 AND \"album\".\"year\" > $2 AND \"album\".\"price\" < $3 AND "
      "\"track\".\"seconds\" > $4 AND \"track\".\"title\" <> $5",
      -1, &statement, NULL);
  int64_t sum = 0;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    sqlite3_bind_int64(statement, 1, call % artists + 1);
    sqlite3_bind_int64(statement, 2, 1980 + call % 7);
    sqlite3_bind_double(statement, 3, 12.0 + call % 3);
    sqlite3_bind_double(statement, 4, 200.0 + call % 11);
    sqlite3_bind_text(statement, 5, "Intro", 5, SQLITE_STATIC);
    row_array array = {NULL, sizeof(baseline_text), 0, 0};
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) read_title(statement, append_row(&array));
    code = code == SQLITE_DONE ? SQLITE_OK : code;
    sqlite3_reset(statement);
    for (size_t row = 0; row < array.count; row++) {
      baseline_text *title = (baseline_text *)array.rows + row;
      sum += title->size;
      free(title->bytes);
    }
    free(array.rows);
  }
  sqlite3_finalize(statement);
  if (checksum) *checksum = sum;
  return code;
}
