#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "purchase.h"

int baseline_web_create(sqlite3 *db, int rows) {
  char sql[2048];
  snprintf(
      sql, sizeof sql,
      "PRAGMA cache_size = -200000; BEGIN;"
      "CREATE TABLE \"customer\" (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL, \"city\" TEXT "
      "NOT NULL) STRICT;"
      "CREATE TABLE \"purchase\" (\"id\" INTEGER PRIMARY KEY, \"customerID\" INTEGER NOT NULL, "
      "\"product\" TEXT NOT NULL, \"amount\" REAL NOT NULL, \"quantity\" INTEGER NOT NULL, "
      "\"at\" REAL NOT NULL, \"note\" TEXT) STRICT;"
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT %1$d) "
      "INSERT INTO \"purchase\" SELECT i, i %% %2$d + 1, 'product number ' || (i %% 10007), i * 0.25, "
      "i %% 9, 1700000000.0 + i, iif(i %% 3, 'a note of ' || i, NULL) FROM n;"
      "INSERT INTO \"customer\" SELECT \"id\", 'customer ' || \"id\", 'city ' || (\"id\" %% 97) "
      "FROM \"purchase\" LIMIT %2$d;"
      "CREATE INDEX \"purchase_at_index\" ON \"purchase\" (\"at\"); COMMIT",
      rows, rows / 10);
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

// MARK: Threads

static inline int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// The statements that all threads write by, and what they wait for.
typedef struct {
  pthread_mutex_t mutex;
  sqlite3_stmt *begin, *find, *update, *insert, *commit;
} writer;

typedef struct {
  const baseline_web_program *program;
  pthread_t thread;
  sqlite3 *db;
  writer *writer;
  int number, rows, requests, code;
  int64_t *times;
} worker;

static inline int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static inline int run(sqlite3_stmt *statement) {
  sqlite3_step(statement);
  return sqlite3_reset(statement);
}

static int write_order(
    const baseline_web_program *program, writer *writer, int64_t key, int64_t other) {
  pthread_mutex_lock(&writer->mutex);
  int code = run(writer->begin);
  if (code == SQLITE_OK) code = program->find(writer->find, key);
  sqlite3_bind_double(writer->update, 1, (double)key);
  sqlite3_bind_int64(writer->update, 2, key);
  if (code == SQLITE_OK) code = run(writer->update);
  sqlite3_bind_int64(writer->insert, 1, other);
  if (code == SQLITE_OK) code = run(writer->insert);
  if (code == SQLITE_OK) code = run(writer->commit);
  pthread_mutex_unlock(&writer->mutex);
  return code;
}

static void *work(void *argument) {
  worker *self = argument;
  sqlite3_stmt *find_one = NULL, *join_50 = NULL;
  self->code = prepare(self->db, BASELINE_WEB_FIND, &find_one);
  if (self->code == SQLITE_OK) self->code = prepare(self->db, BASELINE_WEB_JOIN, &join_50);
  for (int i = 0; i < self->requests && self->code == SQLITE_OK; i++) {
    int turn = self->number * self->requests + i, kind = baseline_web_kind(turn);
    int64_t key = baseline_people_key(turn, self->rows - 50), start = now();
    if (kind < 80) {
      self->code = self->program->find(find_one, key);
    } else if (kind < 95) {
      self->code = self->program->join(join_50, key);
    } else {
      self->code = write_order(self->program, self->writer, key, turn % (self->rows / 10) + 1);
    }
    self->times[i] = now() - start;
  }
  sqlite3_finalize(find_one);
  sqlite3_finalize(join_50);
  return NULL;
}

int baseline_web_run(const baseline_web_program *program, sqlite3 *const *readers, sqlite3 *db,
                     int threads, int rows, int requests, int64_t *times, int64_t *total) {
  writer writer = {.mutex = PTHREAD_MUTEX_INITIALIZER};
  // A thread that reads the log's header while it is written locks it for a moment, to read it again.
  sqlite3_busy_timeout(db, 10000);
  int code = sqlite3_exec(db, program->settings, NULL, NULL, NULL);
  if (code == SQLITE_OK) code = prepare(db, "BEGIN IMMEDIATE", &writer.begin);
  if (code == SQLITE_OK) code = prepare(db, BASELINE_WEB_FIND, &writer.find);
  if (code == SQLITE_OK) {
    code = prepare(db, "UPDATE \"purchase\" SET \"amount\" = $1 WHERE \"id\" = $2", &writer.update);
  }
  if (code == SQLITE_OK) {
    code = prepare(db,
                   "INSERT INTO \"purchase\" (\"customerID\", \"product\", \"amount\", "
                   "\"quantity\", \"at\", \"note\") VALUES ($1, 'a product', 1.5, 2, 1800000000.0, "
                   "NULL)",
                   &writer.insert);
  }
  if (code == SQLITE_OK) code = prepare(db, "COMMIT", &writer.commit);
  worker *workers = calloc((size_t)threads, sizeof *workers);
  int started = 0;
  int64_t start = now();
  for (int i = 0; i < threads && code == SQLITE_OK; i++) {
    workers[i] = (worker){.program = program, .db = readers[i], .writer = &writer, .number = i,
                          .rows = rows, .requests = requests, .times = times + (size_t)i * (size_t)requests};
    sqlite3_busy_timeout(readers[i], 10000);
    code = sqlite3_exec(readers[i], program->settings, NULL, NULL, NULL);
    if (code != SQLITE_OK) break;
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0) started++;
    else code = SQLITE_NOMEM;
  }
  for (int i = 0; i < started; i++) {
    pthread_join(workers[i].thread, NULL);
    if (code == SQLITE_OK) code = workers[i].code;
  }
  *total = now() - start;
  free(workers);
  sqlite3_finalize(writer.begin);
  sqlite3_finalize(writer.find);
  sqlite3_finalize(writer.update);
  sqlite3_finalize(writer.insert);
  sqlite3_finalize(writer.commit);
  return code;
}

// MARK: As one writes it first

static int find(sqlite3_stmt *statement, int64_t key) {
  sqlite3_bind_int64(statement, 1, key);
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) visit_purchase(statement, NULL);
  sqlite3_reset(statement);
  return code == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
}

typedef struct {
  baseline_purchase purchase;
  baseline_text name;
} line;

static int join(sqlite3_stmt *statement, int64_t key) {
  sqlite3_bind_int64(statement, 1, key);
  row_array array = {NULL, sizeof(line), 0, 0};
  while (sqlite3_step(statement) == SQLITE_ROW) {
    line *line = append_row(&array);
    read_purchase(statement, &line->purchase);
    line->name = read_text(statement, 7);
  }
  line *lines = (line *)array.rows;
  consume(lines);
  for (size_t i = 0; i < array.count; i++) {
    free_purchase(&lines[i].purchase);
    free(lines[i].name.bytes);
  }
  free(lines);
  return sqlite3_reset(statement);
}

const baseline_web_program *baseline_web_plain(void) {
  static const baseline_web_program program = {"", find, join};
  return &program;
}
