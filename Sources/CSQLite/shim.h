#ifndef ORM_CSQLITE_SHIM_H
#define ORM_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <string.h>

// `sqlite3_db_config` takes variable arguments, which Swift does not import. This is its form for
// the options that take a number and report the number now in force through `result`, which may be
// NULL: all of SQLITE_DBCONFIG_* but MAINDBNAME and LOOKASIDE.
// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>
static inline int orm_sqlite3_db_config_int(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

// Whether two runs of bytes are the same. `memcmp` itself comes from a module whose name differs
// from platform to platform.
static inline int orm_bytes_are_equal(const void *left, const void *right, size_t count) {
  return memcmp(left, right, count) == 0;
}

// `SQLITE_TRANSIENT` is a cast that Swift does not import: these two have SQLite copy the bytes. No bytes
// at no address are an empty value and not NULL.
static inline void orm_sqlite3_result_text(
    sqlite3_context *context, const char *text, sqlite3_uint64 count) {
  sqlite3_result_text64(context, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void orm_sqlite3_result_blob(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
