#include "baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *insert_sql =
    "INSERT INTO \"person\" (\"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", "
    "\"active\", \"uuid\", \"payload\", \"id\") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
static const char *update_sql =
    "UPDATE \"person\" SET \"name\" = $1, \"email\" = $2, \"bio\" = $3, \"score\" = $4, "
    "\"age\" = $5, \"created\" = $6, \"active\" = $7, \"uuid\" = $8, \"payload\" = $9 "
    "WHERE \"id\" = $10";
static const char *select_sql =
    "SELECT \"id\", \"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", \"active\", "
    "\"uuid\", \"payload\" FROM \"person\"";
static const char *find_sql =
    "SELECT \"id\", \"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", \"active\", "
    "\"uuid\", \"payload\" FROM \"person\" WHERE \"id\" = $1";

static char *copy_text(const char *text, int size) {
  char *copy = malloc((size_t)size + 1);
  memcpy(copy, text, (size_t)size);
  copy[size] = 0;
  return copy;
}

baseline_person baseline_person_make(int64_t id) {
  baseline_person person = {.id = id};
  char text[256];
  snprintf(text, sizeof text, "name %lld", (long long)id);
  person.name = copy_text(text, (int)strlen(text));
  snprintf(text, sizeof text, "someone.%08lld@mail.example.org", (long long)id);
  person.email = copy_text(text, (int)strlen(text));
  memset(text, 'a' + (int)(id % 26), 200);
  // One text in ten is not ASCII: "é" is two bytes.
  if (id % 10 == 0) memcpy(text + 100, "\xc3\xa9", 2);
  person.bio = copy_text(text, 200);
  person.score = (double)id * 0.5;
  person.has_age = id % 3 != 0;
  person.age = id % 90;
  person.created = 1700000000.0 + (double)id;
  person.active = id % 2 == 0;
  for (int i = 0; i < 16; i++) person.uuid[i] = (unsigned char)(id * 31 + i);
  person.payload_size = 64;
  person.payload = malloc(64);
  for (int i = 0; i < 64; i++) person.payload[i] = (unsigned char)(id + i);
  return person;
}

void baseline_person_free(baseline_person *person) {
  free(person->name);
  free(person->email);
  free(person->bio);
  free(person->payload);
}

int baseline_create(sqlite3 *db) {
  return sqlite3_exec(db,
                      "DROP TABLE IF EXISTS \"person\"; CREATE TABLE \"person\" (\"id\" INTEGER "
                      "PRIMARY KEY, \"name\" TEXT NOT NULL, \"email\" TEXT NOT NULL, \"bio\" TEXT "
                      "NOT NULL, \"score\" REAL NOT NULL, \"age\" INTEGER, \"created\" REAL NOT "
                      "NULL, \"active\" INTEGER NOT NULL, \"uuid\" BLOB NOT NULL, \"payload\" BLOB "
                      "NOT NULL) STRICT",
                      NULL, NULL, NULL);
}

static void bind(sqlite3_stmt *statement, const baseline_person *person) {
  sqlite3_bind_text(statement, 1, person->name, (int)strlen(person->name), SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, person->email, (int)strlen(person->email), SQLITE_STATIC);
  sqlite3_bind_text(statement, 3, person->bio, (int)strlen(person->bio), SQLITE_STATIC);
  sqlite3_bind_double(statement, 4, person->score);
  if (person->has_age) {
    sqlite3_bind_int64(statement, 5, person->age);
  } else {
    sqlite3_bind_null(statement, 5);
  }
  sqlite3_bind_double(statement, 6, person->created);
  sqlite3_bind_int64(statement, 7, person->active);
  sqlite3_bind_blob(statement, 8, person->uuid, 16, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 9, person->payload, person->payload_size, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 10, person->id);
}

static void read_row(sqlite3_stmt *statement, baseline_person *person) {
  person->id = sqlite3_column_int64(statement, 0);
  const char *name = (const char *)sqlite3_column_text(statement, 1);
  person->name = copy_text(name, sqlite3_column_bytes(statement, 1));
  const char *email = (const char *)sqlite3_column_text(statement, 2);
  person->email = copy_text(email, sqlite3_column_bytes(statement, 2));
  const char *bio = (const char *)sqlite3_column_text(statement, 3);
  person->bio = copy_text(bio, sqlite3_column_bytes(statement, 3));
  person->score = sqlite3_column_double(statement, 4);
  person->has_age = sqlite3_column_type(statement, 5) != SQLITE_NULL;
  person->age = person->has_age ? sqlite3_column_int64(statement, 5) : 0;
  person->created = sqlite3_column_double(statement, 6);
  person->active = (int)sqlite3_column_int64(statement, 7);
  const void *uuid = sqlite3_column_blob(statement, 8);
  if (sqlite3_column_bytes(statement, 8) == 16) memcpy(person->uuid, uuid, 16);
  const void *payload = sqlite3_column_blob(statement, 9);
  person->payload_size = sqlite3_column_bytes(statement, 9);
  person->payload = malloc((size_t)person->payload_size);
  memcpy(person->payload, payload, (size_t)person->payload_size);
}

static int64_t checksum_of(const baseline_person *person) {
  return person->id + (int64_t)strlen(person->name) + (int64_t)strlen(person->email) +
         (int64_t)strlen(person->bio) + (int64_t)person->score + person->age +
         (int64_t)person->created + person->active + person->uuid[0] + person->payload_size;
}

static int write_all(sqlite3 *db, const char *sql, const baseline_person *people, int count) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    bind(statement, &people[i]);
    if (sqlite3_step(statement) != SQLITE_DONE) code = sqlite3_errcode(db);
    sqlite3_reset(statement);
  }
  if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_finalize(statement);
  return code;
}

int baseline_insert(sqlite3 *db, const baseline_person *people, int count) {
  return write_all(db, insert_sql, people, count);
}

int baseline_update(sqlite3 *db, const baseline_person *people, int count) {
  return write_all(db, update_sql, people, count);
}

int baseline_fetch(sqlite3 *db, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, select_sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  size_t count = 0, capacity = 16;
  baseline_person *people = malloc(capacity * sizeof *people);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (count == capacity) {
      capacity *= 2;
      people = realloc(people, capacity * sizeof *people);
    }
    read_row(statement, &people[count++]);
  }
  *checksum = 0;
  for (size_t i = 0; i < count; i++) {
    *checksum += checksum_of(&people[i]);
    baseline_person_free(&people[i]);
  }
  free(people);
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_find(sqlite3 *db, int count, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, find_sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  *checksum = 0;
  code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    // A step that shares no factor with the count visits every key once.
    sqlite3_bind_int64(statement, 1, ((int64_t)i * 7919) % count + 1);
    if (sqlite3_step(statement) == SQLITE_ROW) {
      baseline_person person;
      read_row(statement, &person);
      *checksum += checksum_of(&person);
      baseline_person_free(&person);
    } else {
      code = SQLITE_NOTFOUND;
    }
    sqlite3_reset(statement);
  }
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_finalize(statement);
  return code;
}
