#include "internal.h"

#define COLUMNS                                                                                 \
  "\"id\", \"first\", \"second\", \"third\", \"fourth\", \"fifth\", \"sixth\", \"seventh\", " \
  "\"eighth\", \"ninth\""
#define DEFINITIONS                                                                              \
  "(\"id\" INTEGER PRIMARY KEY, \"first\" INTEGER NOT NULL, \"second\" INTEGER NOT NULL, "       \
  "\"third\" INTEGER NOT NULL, \"fourth\" INTEGER NOT NULL, \"fifth\" INTEGER NOT NULL, "        \
  "\"sixth\" INTEGER NOT NULL, \"seventh\" INTEGER NOT NULL, \"eighth\" INTEGER NOT NULL, "      \
  "\"ninth\" INTEGER NOT NULL)"

int baseline_numbers_create(sqlite3 *db, int count) {
  int code = sqlite3_exec(db,
                          "CREATE TABLE \"numbers\" " DEFINITIONS
                          "; CREATE TABLE \"strictNumbers\" " DEFINITIONS " STRICT",
                          NULL, NULL, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_stmt *statement = NULL;
  // Numbers of one byte and of eight, below and above zero.
  code = sqlite3_prepare_v2(
      db,
      "WITH RECURSIVE series(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series WHERE n < $1) "
      "INSERT INTO \"numbers\" SELECT n, n % 100, -n, n * 7, n % 2, n * 1000003, n * n, "
      "n - 50000, n * 1234567891, 42 FROM series",
      -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_int(statement, 1, count);
  sqlite3_step(statement);
  code = sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  return sqlite3_exec(db, "INSERT INTO \"strictNumbers\" SELECT * FROM \"numbers\"", NULL, NULL,
                      NULL);
}

static void read_numbers(sqlite3_stmt *statement, void *row) {
  baseline_numbers *numbers = row;
  for (int i = 0; i < 10; i++) numbers->values[i] = sqlite3_column_int64(statement, i);
}

static int64_t checksum_of(const void *row) {
  uint64_t sum = 0;
  for (int i = 0; i < 10; i++) sum += (uint64_t)((const baseline_numbers *)row)->values[i];
  return (int64_t)sum;
}

static void free_numbers(void *row) { consume(row); }

int baseline_numbers_fetch(sqlite3 *db, int strict, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db,
                                strict ? "SELECT " COLUMNS " FROM \"strictNumbers\""
                                       : "SELECT " COLUMNS " FROM \"numbers\"",
                                -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  return fetch_rows(statement, sizeof(baseline_numbers), read_numbers, checksum_of, free_numbers,
                    repetitions, checksum);
}
