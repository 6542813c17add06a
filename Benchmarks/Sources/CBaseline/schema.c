#include <stdio.h>

#include "internal.h"

// MARK: A table that is made again

int baseline_records_create(sqlite3 *db, int count) {
  char sql[1024];
  snprintf(
      sql, sizeof sql,
      "BEGIN;"
      "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);"
      "CREATE TABLE record (id INTEGER PRIMARY KEY, title TEXT, year INTEGER, price REAL, notes TEXT, "
      "authorID INTEGER REFERENCES author (id));"
      "INSERT INTO author WITH RECURSIVE series(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series "
      "WHERE n < 1000) SELECT n, 'author ' || n FROM series;"
      "INSERT INTO record WITH RECURSIVE series(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series "
      "WHERE n < %1$d) SELECT n, 'record title ' || (n * 7919 %% %1$d), 1900 + n %% 120, n * 0.01, "
      "'some notes of record ' || n, 1 + n %% 1000 FROM series;"
      "CREATE INDEX record_title_index ON record (title);"
      "CREATE INDEX record_authorID_index ON record (authorID);"
      "COMMIT",
      count);
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int baseline_records_rebuild(sqlite3 *db) {
  return sqlite3_exec(
      db,
      "PRAGMA temp_store = FILE; PRAGMA cache_size = -4096; PRAGMA foreign_keys = OFF;"
      "BEGIN IMMEDIATE;"
      // What would be lost, what is violated already, and how much room it takes.
      "SELECT sum(title IS NULL) FROM record;"
      "PRAGMA foreign_key_check(record);"
      "SELECT sum(pgsize) FROM dbstat WHERE name IN ('record', 'record_title_index', 'record_authorID_index');"
      "CREATE TABLE record_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, price REAL, "
      "notes TEXT, authorID INTEGER REFERENCES author (id));"
      "INSERT INTO record_new (id, title, year, price, notes, authorID) SELECT id, title, year, price, "
      "notes, authorID FROM record;"
      "SELECT count(*) FROM record; SELECT count(*) FROM record_new;"
      "DROP TABLE record;"
      "PRAGMA legacy_alter_table = ON;"
      "ALTER TABLE record_new RENAME TO record;"
      "PRAGMA legacy_alter_table = OFF;"
      "CREATE INDEX record_authorID_index ON record (authorID);"
      "CREATE INDEX record_title_index ON record (title);"
      "PRAGMA foreign_key_check(record);"
      "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)",
      NULL, NULL, NULL);
}

static int value_of(sqlite3 *db, const char *sql, int64_t *value) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
    *value = sqlite3_column_int64(statement, 0);
  }
  sqlite3_finalize(statement);
  return code;
}

int baseline_records_check(sqlite3 *db, int64_t *checksum) {
  return value_of(
      db,
      "SELECT sum(id % 97 + length(title) + year + length(notes) + authorID) + 1000000 * (SELECT "
      "\"notnull\" FROM pragma_table_info('record') WHERE name = 'title') + (SELECT count(*) FROM "
      "pragma_index_list('record')) FROM record",
      checksum);
}

// MARK: A schema of many tables

int baseline_tables_create(sqlite3 *db, int count) {
  int code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    char sql[256];
    snprintf(
        sql, sizeof sql,
        "CREATE TABLE table%1$d (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL, parent "
        "INTEGER); CREATE INDEX index%1$d ON table%1$d (name)",
        i);
    code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  }
  return code == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : code;
}

int baseline_open_and_ask(const char *path, const char *sql, int64_t *checksum) {
  sqlite3 *db = NULL;
  int64_t value = 0;
  int code = baseline_open(path, &db);
  if (code == SQLITE_OK) code = value_of(db, sql, &value);
  sqlite3_close(db);
  if (checksum) *checksum = value;
  return code;
}

/// Steps through a pragma and adds up what its texts are long.
static int step_pragma(sqlite3 *db, const char *pragma, const char *name, int64_t *sum,
                       int (*inside)(sqlite3 *, const char *, int64_t *)) {
  char sql[256];
  sqlite3_stmt *statement = NULL;
  snprintf(sql, sizeof sql, "PRAGMA %s(\"%s\")", pragma, name);
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
    baseline_text text = read_text(statement, 1);
    *sum += text.size;
    if (inside) code = inside(db, text.bytes, sum);
    free(text.bytes);
  }
  sqlite3_finalize(statement);
  return code;
}

static int step_index(sqlite3 *db, const char *name, int64_t *sum) {
  return step_pragma(db, "index_xinfo", name, sum, NULL);
}

int baseline_tables_read(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int64_t count = 0, sum = 0;
  int code = sqlite3_prepare_v2(
      db, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'", -1, &statement, NULL);
  while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
    baseline_text name = read_text(statement, 0);
    baseline_text sql = read_text(statement, 1);
    code = step_pragma(db, "table_xinfo", name.bytes, &sum, NULL);
    if (code == SQLITE_OK) code = step_pragma(db, "index_list", name.bytes, &sum, step_index);
    if (code == SQLITE_OK) code = step_pragma(db, "foreign_key_list", name.bytes, &sum, NULL);
    free(name.bytes);
    free(sql.bytes);
    count++;
  }
  sqlite3_finalize(statement);
  consume(&sum);
  if (checksum) *checksum = count;
  return code;
}
