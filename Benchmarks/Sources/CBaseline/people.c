#include <stdio.h>

#include "internal.h"

#define COLUMNS                                                                                 \
  "\"id\", \"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", \"active\", \"uuid\", " \
  "\"payload\""

static const char *const insert_sql =
    "INSERT INTO \"person\" (\"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", "
    "\"active\", \"uuid\", \"payload\", \"id\") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
static const char *const update_sql =
    "UPDATE \"person\" SET \"name\" = $1, \"email\" = $2, \"bio\" = $3, \"score\" = $4, "
    "\"age\" = $5, \"created\" = $6, \"active\" = $7, \"uuid\" = $8, \"payload\" = $9 "
    "WHERE \"id\" = $10";

// MARK: Rows

baseline_person baseline_person_make(int64_t id) {
  baseline_person person = {.id = id};
  char text[256];
  snprintf(text, sizeof text, "name %lld", (long long)id);
  person.name = text_of(text);
  snprintf(text, sizeof text, "%06lld@mail.example.org.uk.test", (long long)(id % 1000000));
  person.email = text_of(text);
  memset(text, 'a' + (int)(id % 26), 200);
  text[200] = 0;
  // One text in ten is not ASCII: "é" is two bytes.
  if (id % 10 == 0) memcpy(text + 100, "\xc3\xa9", 2);
  person.bio = text_of(text);
  person.score = (double)id * 0.5;
  person.has_age = id % 3 != 0;
  person.age = person.has_age ? id % 90 : 0;
  person.created = 1700000000.0 + (double)id;
  person.active = id % 2 == 0;
  for (int i = 0; i < 16; i++) person.uuid[i] = (unsigned char)(id * 31 + i);
  char payload[64];
  for (int i = 0; i < 64; i++) payload[i] = (char)(id + i);
  person.payload = copy_bytes(payload, sizeof payload);
  return person;
}

static void free_person(void *row) {
  baseline_person *person = row;
  free(person->name.bytes);
  free(person->email.bytes);
  free(person->bio.bytes);
  free(person->payload.bytes);
}

static int64_t checksum_of(const void *row) {
  const baseline_person *person = row;
  return person->id + person->name.size + person->email.size + person->bio.size +
         (int64_t)person->score + person->age + (int64_t)person->created + person->active +
         person->uuid[0] + person->payload.size;
}

static void read_person(sqlite3_stmt *statement, void *row) {
  baseline_person *person = row;
  person->id = sqlite3_column_int64(statement, 0);
  person->name = read_text(statement, 1);
  person->email = read_text(statement, 2);
  person->bio = read_text(statement, 3);
  person->score = sqlite3_column_double(statement, 4);
  person->has_age = sqlite3_column_type(statement, 5) != SQLITE_NULL;
  person->age = person->has_age ? sqlite3_column_int64(statement, 5) : 0;
  person->created = sqlite3_column_double(statement, 6);
  person->active = (int)sqlite3_column_int64(statement, 7);
  const void *uuid = sqlite3_column_blob(statement, 8);
  if (sqlite3_column_bytes(statement, 8) == 16) memcpy(person->uuid, uuid, 16);
  person->payload = read_blob(statement, 9);
}

static void bind_person(sqlite3_stmt *statement, const baseline_person *person) {
  bind_text(statement, 1, person->name);
  bind_text(statement, 2, person->email);
  bind_text(statement, 3, person->bio);
  sqlite3_bind_double(statement, 4, person->score);
  if (person->has_age) {
    sqlite3_bind_int64(statement, 5, person->age);
  } else {
    sqlite3_bind_null(statement, 5);
  }
  sqlite3_bind_double(statement, 6, person->created);
  sqlite3_bind_int64(statement, 7, person->active);
  sqlite3_bind_blob(statement, 8, person->uuid, 16, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 9, person->payload.bytes, person->payload.size, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 10, person->id);
}

// MARK: The table

int baseline_people_create(sqlite3 *db) {
  return sqlite3_exec(
      db,
      "CREATE TABLE \"person\" (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL, \"email\" "
      "TEXT NOT NULL, \"bio\" TEXT NOT NULL, \"score\" REAL NOT NULL, \"age\" INTEGER, "
      "\"created\" REAL NOT NULL, \"active\" INTEGER NOT NULL, \"uuid\" BLOB NOT NULL, "
      "\"payload\" BLOB NOT NULL) STRICT",
      NULL, NULL, NULL);
}

int baseline_people_clear(sqlite3 *db) {
  return sqlite3_exec(db, "DELETE FROM \"person\"; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL,
                      NULL);
}

// MARK: Reading

int baseline_people_fetch(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code =
      sqlite3_prepare_v2(db, "SELECT " COLUMNS " FROM \"person\"", -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  return fetch_rows(statement, sizeof(baseline_person), read_person, checksum_of, free_person,
                    repetitions, checksum);
}

int64_t baseline_people_key(int call, int rows) {
  // The mixing of Steele, Lea and Flood's SplitMix64: keys that follow no order, the same for each contestant.
  uint64_t key = ((uint64_t)call + 1) * 0x9e3779b97f4a7c15;
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
  key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
  return (int64_t)((key ^ (key >> 31)) % (uint64_t)rows) + 1;
}

int baseline_people_find(sqlite3 *db, int rows, int count, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, "SELECT " COLUMNS " FROM \"person\" WHERE \"id\" = $1", -1,
                                &statement, NULL);
  int64_t sum = 0;
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    sqlite3_bind_int64(statement, 1, baseline_people_key(i, rows));
    if (sqlite3_step(statement) == SQLITE_ROW) {
      baseline_person person;
      read_person(statement, &person);
      consume(&person);
      if (checksum) sum += checksum_of(&person);
      free_person(&person);
    } else {
      code = SQLITE_NOTFOUND;
    }
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  if (checksum) *checksum = sum;
  return code;
}

int baseline_people_fetch_turns(sqlite3 *db, int rows, baseline_turns *turns) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(
      db, "SELECT " COLUMNS " FROM \"person\" WHERE \"id\" > $1 AND \"id\" <= $2", -1, &statement,
      NULL);
  for (; code == SQLITE_OK && baseline_is_time_left(turns); turns->next++) {
    int64_t before = turns->next * 7919 % (rows - 100);
    sqlite3_bind_int64(statement, 1, before);
    sqlite3_bind_int64(statement, 2, before + 100);
    row_array array = {NULL, sizeof(baseline_person), 0, 0};
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) read_person(statement, append_row(&array));
    sqlite3_reset(statement);
    code = code != SQLITE_DONE ? code : array.count == 100 ? SQLITE_OK : SQLITE_NOTFOUND;
    for (size_t row = 0; row < array.count; row++) {
      free_person(array.rows + row * array.size);
    }
    free(array.rows);
  }
  sqlite3_finalize(statement);
  return code;
}

// MARK: Writing

static int run(sqlite3 *db, sqlite3_stmt *statement) {
  int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : sqlite3_errcode(db);
}

static int write_all(sqlite3 *db, const char *sql, const baseline_person *people, int count) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    bind_person(statement, &people[i]);
    code = run(db, statement);
  }
  if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_finalize(statement);
  return code;
}

int baseline_people_insert(sqlite3 *db, const baseline_person *people, int count) {
  return write_all(db, insert_sql, people, count);
}

int baseline_people_update(sqlite3 *db, const baseline_person *people, int count) {
  return write_all(db, update_sql, people, count);
}

/// What writes a row in a transaction.
typedef struct {
  sqlite3_stmt *begin, *write, *commit;
} transaction;

static int prepare_transaction(sqlite3 *db, const char *sql, transaction *statements) {
  *statements = (transaction){NULL, NULL, NULL};
  int code = sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &statements->begin, NULL);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, sql, -1, &statements->write, NULL);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "COMMIT", -1, &statements->commit, NULL);
  return code;
}

static int commit_person(sqlite3 *db, const transaction *statements,
                         const baseline_person *person) {
  bind_person(statements->write, person);
  int code = run(db, statements->begin);
  if (code == SQLITE_OK) code = run(db, statements->write);
  if (code == SQLITE_OK) code = run(db, statements->commit);
  return code;
}

static void finalize_transaction(const transaction *statements) {
  sqlite3_finalize(statements->begin);
  sqlite3_finalize(statements->write);
  sqlite3_finalize(statements->commit);
}

int baseline_people_commit_each(sqlite3 *db, const baseline_person *people, int count) {
  transaction statements;
  int code = prepare_transaction(db, insert_sql, &statements);
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    code = commit_person(db, &statements, &people[i]);
  }
  finalize_transaction(&statements);
  return code;
}

int baseline_people_update_turns(sqlite3 *db, const baseline_person *people, int rows,
                                 baseline_turns *turns) {
  transaction statements;
  int code = prepare_transaction(db, update_sql, &statements);
  for (; code == SQLITE_OK && baseline_is_time_left(turns); turns->next++) {
    code = commit_person(db, &statements, &people[turns->next * 7919 % rows]);
  }
  finalize_transaction(&statements);
  return code;
}
