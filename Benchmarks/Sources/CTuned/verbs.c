#include <baseline.h>
#include "internal.h"

// The header declares these for a library that is built with them, which is asked when it is there.
typedef struct sqlite3_session sqlite3_session;
int sqlite3session_create(sqlite3 *, const char *, sqlite3_session **) __attribute__((weak));
void sqlite3session_delete(sqlite3_session *) __attribute__((weak));
int sqlite3session_attach(sqlite3_session *, const char *) __attribute__((weak));
int sqlite3session_changeset(sqlite3_session *, int *, void **) __attribute__((weak));

/// A value, as large as the largest.
typedef struct {
  int type;
  union {
    int64_t integer;
    double real;
    tuned_text text;
  };
} value;

static inline void bind(sqlite3_stmt *statement, const char *parameters, int rows, int call,
                        int turn) {
  int64_t key = baseline_people_key(call, rows) + turn;
  if (key > rows) key -= rows;
  int place = 1;
  for (const char *letter = parameters; *letter; letter++, place++) {
    switch (*letter) {
      case 'k': sqlite3_bind_int64(statement, place, key); break;
      case 'n': sqlite3_bind_int64(statement, place, rows + 1 + (int64_t)call * 100 + turn); break;
      case 'c': sqlite3_bind_int64(statement, place, call); break;
      case 's': sqlite3_bind_int64(statement, place, call % 7); break;
      case 'd': sqlite3_bind_double(statement, place, call); break;
      case 't': sqlite3_bind_text(statement, place, "a text of 20 letters", 20, SQLITE_STATIC); break;
      case 'f':
        for (int i = 0; i < 10; i++) sqlite3_bind_int64(statement, place + i, key + i);
        place += 9;
        break;
      case '+':
        turn++;
        place--;
        break;
      default: sqlite3_bind_null(statement, place);
    }
  }
}

static inline void read_value(sqlite3_stmt *statement, int column, value *read,
                              tuned_arena *arena) {
  sqlite3_value *from = sqlite3_column_value(statement, column);
  read->type = sqlite3_value_type(from);
  switch (read->type) {
    case SQLITE_INTEGER: read->integer = sqlite3_value_int64(from); break;
    case SQLITE_FLOAT: read->real = sqlite3_value_double(from); break;
    case SQLITE_TEXT: read->text = keep_text(arena, from); break;
    case SQLITE_BLOB: read->text = keep_blob(arena, from); break;
    default: break;
  }
}

/// - Returns: the result code; the number of rows in `count`.
static int read_rows(sqlite3_stmt *statement, int64_t *count) {
  int columns = sqlite3_column_count(statement);
  size_t capacity = 16, used = 0;
  value *rows = malloc(capacity * (size_t)columns * sizeof(value));
  tuned_arena arena = new_arena(0);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    if (used == capacity) {
      rows = realloc(rows, (capacity *= 2) * (size_t)columns * sizeof(value));
    }
    for (int i = 0; i < columns; i++) {
      read_value(statement, i, rows + used * (size_t)columns + (size_t)i, &arena);
    }
    used++;
  }
  consume(rows);
  free_arena(&arena);
  free(rows);
  *count += (int64_t)used;
  return sqlite3_reset(statement);
}

static int run_step(sqlite3 *db, const tuned_step *step, sqlite3_stmt *statement, int rows,
                    int call, int64_t *sum) {
  int code = SQLITE_OK;
  for (int turn = 0; turn < step->times && code == SQLITE_OK; turn++) {
    bind(statement, step->parameters, rows, call, turn);
    if (step->reading == tuned_rows) {
      code = read_rows(statement, sum);
    } else {
      while (sqlite3_step(statement) == SQLITE_ROW) {}
      code = sqlite3_reset(statement);
      if (step->reading == tuned_changes) *sum += sqlite3_changes(db);
    }
  }
  return code;
}

static int begin_session(sqlite3 *db, const char *table, sqlite3_session **session) {
  if (!sqlite3session_create) return SQLITE_ERROR;
  int code = sqlite3session_create(db, "main", session);
  return code == SQLITE_OK ? sqlite3session_attach(*session, table) : code;
}

static int end_session(sqlite3_session **session) {
  int size = 0;
  void *changes = NULL;
  int code = sqlite3session_changeset(*session, &size, &changes);
  consume(changes);
  sqlite3_free(changes);
  sqlite3session_delete(*session);
  *session = NULL;
  return code;
}

static inline int is_statement(const tuned_step *step) {
  return step->reading != tuned_begin_session && step->reading != tuned_end_session;
}

int tuned_verb(sqlite3 *db, const tuned_step *steps, int count, int rows, int calls,
               int is_in_transaction, int64_t *checksum) {
  sqlite3_stmt **statements = calloc((size_t)count, sizeof *statements);
  int code = sqlite3_exec(db, "PRAGMA cache_size = -16384", NULL, NULL, NULL);
  if (code == SQLITE_OK && is_in_transaction) {
    code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  }
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    if (!steps[i].is_prepared_anew && is_statement(&steps[i])) code = prepare(db, steps[i].sql, &statements[i]);
  }
  sqlite3_session *session = NULL;
  int64_t sum = 0;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
      if (!is_statement(&steps[i])) {
        code = steps[i].reading == tuned_begin_session
                   ? begin_session(db, steps[i].sql, &session)
                   : end_session(&session);
        continue;
      }
      sqlite3_stmt *statement = statements[i];
      if (!statement) code = sqlite3_prepare_v2(db, steps[i].sql, -1, &statement, NULL);
      if (code == SQLITE_OK) code = run_step(db, &steps[i], statement, rows, call, &sum);
      if (statement != statements[i]) sqlite3_finalize(statement);
    }
  }
  if (session) sqlite3session_delete(session);
  for (int i = 0; i < count; i++) sqlite3_finalize(statements[i]);
  free(statements);
  if (is_in_transaction) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}
