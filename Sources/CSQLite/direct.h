#ifndef ORM_CSQLITE_DIRECT_H
#define ORM_CSQLITE_DIRECT_H

#include <sqlite3.h>

// A call of a function in a shared library goes through a stub in the program, which jumps to the address that the
// loader has found. For the functions that are called for each row and each value, the stubs took 6 % of the time of a
// fetch of integers. So these functions are called without a stub: the compiler can't see through the empty assembly,
// so it loads the address itself. `-fno-plt` has the same effect, but a package can't set this option if other packages
// depend on it. <https://clang.llvm.org/docs/ClangCommandLineReference.html#cmdoption-clang-fplt>
#define ORM_DIRECT(name)                  \
  ({                                      \
    __typeof__(&name) function = &name;   \
    __asm__("" : "+r"(function));         \
    function;                             \
  })

static inline int orm_sqlite3_step(sqlite3_stmt *statement) {
  return ORM_DIRECT(sqlite3_step)(statement);
}

static inline int orm_sqlite3_reset(sqlite3_stmt *statement) {
  return ORM_DIRECT(sqlite3_reset)(statement);
}

static inline int orm_sqlite3_changes(sqlite3 *db) { return ORM_DIRECT(sqlite3_changes)(db); }

static inline int orm_sqlite3_get_autocommit(sqlite3 *db) {
  return ORM_DIRECT(sqlite3_get_autocommit)(db);
}

static inline sqlite3_int64 orm_sqlite3_last_insert_rowid(sqlite3 *db) {
  return ORM_DIRECT(sqlite3_last_insert_rowid)(db);
}

// MARK: - Parameters

static inline int orm_sqlite3_bind_null(sqlite3_stmt *statement, int position) {
  return ORM_DIRECT(sqlite3_bind_null)(statement, position);
}

static inline int orm_sqlite3_bind_int64(sqlite3_stmt *statement, int position, sqlite3_int64 value) {
  return ORM_DIRECT(sqlite3_bind_int64)(statement, position, value);
}

static inline int orm_sqlite3_bind_double(sqlite3_stmt *statement, int position, double value) {
  return ORM_DIRECT(sqlite3_bind_double)(statement, position, value);
}

// The text must stay at its address until the statement has run.
static inline int orm_sqlite3_bind_text(
    sqlite3_stmt *statement, int position, const char *text, int count) {
  return ORM_DIRECT(sqlite3_bind_text)(statement, position, text, count, SQLITE_STATIC);
}

// The bytes must stay at their address until the statement has run.
static inline int orm_sqlite3_bind_blob(
    sqlite3_stmt *statement, int position, const void *bytes, int count) {
  return ORM_DIRECT(sqlite3_bind_blob)(statement, position, bytes, count, SQLITE_STATIC);
}

// MARK: - Values

static inline sqlite3_value *orm_sqlite3_column_value(sqlite3_stmt *statement, int column) {
  return ORM_DIRECT(sqlite3_column_value)(statement, column);
}

static inline sqlite3_int64 orm_sqlite3_column_int64(sqlite3_stmt *statement, int column) {
  return ORM_DIRECT(sqlite3_column_int64)(statement, column);
}

static inline int orm_sqlite3_value_type(sqlite3_value *value) {
  return ORM_DIRECT(sqlite3_value_type)(value);
}

static inline sqlite3_int64 orm_sqlite3_value_int64(sqlite3_value *value) {
  return ORM_DIRECT(sqlite3_value_int64)(value);
}

static inline double orm_sqlite3_value_double(sqlite3_value *value) {
  return ORM_DIRECT(sqlite3_value_double)(value);
}

static inline const unsigned char *orm_sqlite3_value_text(sqlite3_value *value) {
  return ORM_DIRECT(sqlite3_value_text)(value);
}

static inline const void *orm_sqlite3_value_blob(sqlite3_value *value) {
  return ORM_DIRECT(sqlite3_value_blob)(value);
}

static inline int orm_sqlite3_value_bytes(sqlite3_value *value) {
  return ORM_DIRECT(sqlite3_value_bytes)(value);
}

#endif
