#include "purchase.h"

static int find(sqlite3_stmt *statement, int64_t key) {
  sqlite3_bind_int64(statement, 1, key);
  tuned_arena arena = new_arena(0);
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) visit_purchase(statement, &arena, NULL);
  free_arena(&arena);
  sqlite3_reset(statement);
  return code == SQLITE_ROW ? SQLITE_OK : SQLITE_NOTFOUND;
}

typedef struct {
  baseline_purchase purchase;
  baseline_text name;
} line;

static int join(sqlite3_stmt *statement, int64_t key) {
  sqlite3_bind_int64(statement, 1, key);
  tuned_arena arena = new_arena(4096);
  line *lines = malloc(50 * sizeof *lines);
  int count = 0;
  while (sqlite3_step(statement) == SQLITE_ROW && count < 50) {
    read_purchase(statement, &lines[count].purchase, &arena);
    lines[count++].name = keep_column(statement, 7, &arena);
  }
  consume(lines);
  free(lines);
  free_arena(&arena);
  return sqlite3_reset(statement);
}

const baseline_web_program *tuned_web(void) {
  static const baseline_web_program program = {"PRAGMA cache_size = -16384", find, join};
  return &program;
}
