#include "internal.h"

int baseline_open(const char *path, sqlite3 **db) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int code = sqlite3_open_v2(path, db, flags, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_exec(*db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL,
                      NULL);
}

int baseline_load(sqlite3 *db, const char *path) {
  sqlite3 *source = NULL;
  int code = sqlite3_open_v2(path, &source, SQLITE_OPEN_READONLY, NULL);
  if (code == SQLITE_OK) {
    sqlite3_backup *backup = sqlite3_backup_init(db, "main", source, "main");
    sqlite3_backup_step(backup, -1);
    code = sqlite3_backup_finish(backup);
  }
  sqlite3_close(source);
  return code;
}
