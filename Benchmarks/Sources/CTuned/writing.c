#include <stdio.h>

#include <baseline.h>
#include "internal.h"

enum { rows_a_statement = 100 };

static const char update_sql[] =
    "UPDATE \"person\" SET \"name\" = ?, \"email\" = ?, \"bio\" = ?, \"score\" = ?, \"age\" = ?, "
    "\"created\" = ?, \"active\" = ?, \"uuid\" = ?, \"payload\" = ? WHERE \"id\" = ?";

/// INSERT of so many rows, in memory that is to be freed.
static char *insert_sql(const char *into, const char *row, int count) {
  size_t size = strlen(into), width = strlen(row) + 2;
  char *sql = malloc(size + width * (size_t)count + 1), *end = sql + size;
  memcpy(sql, into, size);
  for (int i = 0; i < count; i++) end += sprintf(end, "%s%s", i ? ", " : "", row);
  return sql;
}

static int prepare_insert(sqlite3 *db, int count, sqlite3_stmt **statement) {
  char *sql = insert_sql(
      "INSERT INTO \"person\" (\"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", "
      "\"active\", \"uuid\", \"payload\", \"id\") VALUES ",
      "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", count);
  int code = prepare(db, sql, statement);
  free(sql);
  return code;
}

static inline void bind_text(sqlite3_stmt *statement, int index, baseline_text text) {
  sqlite3_bind_text(statement, index, text.bytes, text.size, SQLITE_STATIC);
}

static inline void bind_person(sqlite3_stmt *statement, int first, const baseline_person *person) {
  bind_text(statement, first, person->name);
  bind_text(statement, first + 1, person->email);
  bind_text(statement, first + 2, person->bio);
  sqlite3_bind_double(statement, first + 3, person->score);
  if (person->has_age) {
    sqlite3_bind_int64(statement, first + 4, person->age);
  } else {
    sqlite3_bind_null(statement, first + 4);
  }
  sqlite3_bind_double(statement, first + 5, person->created);
  sqlite3_bind_int64(statement, first + 6, person->active);
  sqlite3_bind_blob(statement, first + 7, person->uuid, 16, SQLITE_STATIC);
  sqlite3_bind_blob(statement, first + 8, person->payload.bytes, person->payload.size,
                    SQLITE_STATIC);
  sqlite3_bind_int64(statement, first + 9, person->id);
}

static inline int run(sqlite3_stmt *statement) {
  sqlite3_step(statement);
  return sqlite3_reset(statement);
}

int tuned_people_write(sqlite3 *db, tuned_people_writing kind, const void *rows, int count) {
  const baseline_person *people = rows;
  sqlite3_stmt *begin = NULL, *one = NULL, *many = NULL, *commit = NULL;
  int is_many = kind == tuned_people_insert_many, is_each = kind == tuned_people_commit_each;
  int code = sqlite3_exec(db, "PRAGMA cache_size = -16384", NULL, NULL, NULL);
  if (code == SQLITE_OK) code = prepare(db, "BEGIN IMMEDIATE", &begin);
  if (code == SQLITE_OK) code = prepare(db, "COMMIT", &commit);
  if (code == SQLITE_OK) {
    code = kind == tuned_people_update ? prepare(db, update_sql, &one) : prepare_insert(db, 1, &one);
  }
  if (code == SQLITE_OK && is_many && count >= rows_a_statement) {
    code = prepare_insert(db, rows_a_statement, &many);
  }
  if (code == SQLITE_OK && !is_each) code = run(begin);
  int next = 0;
  for (; many && next + rows_a_statement <= count && code == SQLITE_OK; next += rows_a_statement) {
    for (int i = 0; i < rows_a_statement; i++) bind_person(many, 1 + i * 10, people + next + i);
    code = run(many);
  }
  for (; next < count && code == SQLITE_OK; next++) {
    bind_person(one, 1, people + next);
    if (is_each) code = run(begin);
    if (code == SQLITE_OK) code = run(one);
    if (is_each && code == SQLITE_OK) code = run(commit);
  }
  if (code == SQLITE_OK && !is_each) code = run(commit);
  sqlite3_finalize(begin);
  sqlite3_finalize(one);
  sqlite3_finalize(many);
  sqlite3_finalize(commit);
  return code;
}

int tuned_users_insert(sqlite3 *db, int count, int repetitions) {
  sqlite3_stmt *statement = NULL;
  // The counts of this workload are all below 500, so that a call is one statement.
  if (count > 500) return SQLITE_RANGE;
  char *sql = insert_sql("INSERT INTO users (name, hair_color) VALUES ", "(?, ?)", count);
  int code = prepare(db, sql, &statement);
  free(sql);
  if (code == SQLITE_OK) {
    code = sqlite3_exec(db, "PRAGMA cache_size = -16384; BEGIN IMMEDIATE", NULL, NULL, NULL);
  }
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    for (int row = 0; row < count; row++) {
      sqlite3_bind_text(statement, row * 2 + 1, "A user of some name", 19, SQLITE_STATIC);
      sqlite3_bind_text(statement, row * 2 + 2, "black", 5, SQLITE_STATIC);
    }
    code = run(statement);
  }
  sqlite3_finalize(statement);
  return code == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : code;
}
