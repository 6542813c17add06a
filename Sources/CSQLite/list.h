#ifndef ORM_CSQLITE_LIST_H
#define ORM_CSQLITE_LIST_H

#include <sqlite3.h>
#include <string.h>

// A table-valued function: `SELECT value FROM orm_list($1)` returns a row for each value in the BLOB that is bound.
// Lists of integers, and of text without a NUL, use `json_each`; JSON can't represent other values exactly.
//
// `orm_keys` is the same function for a list that is joined with a table. Its estimates make SQLite treat it as a long
// list that is expensive to scan. So SQLite looks up the rows of the table for each value, by an automatic index if
// necessary, instead of scanning the list for each row of the table.
//
// The BLOB begins with a byte that contains the number of columns (1 to 16). Each value follows as a byte with SQLite's
// code of its storage class (1 INTEGER, 2 REAL, 3 TEXT, 4 BLOB, 5 NULL) and its content: 8 bytes for a number; for text
// and a BLOB, 8 bytes with the length and then the bytes. Numbers are in the byte order of the machine. See
// <https://www.sqlite.org/vtab.html#tabfunc2>.

#define ORM_LIST_COLUMNS 16

typedef struct {
  sqlite3_vtab base;
  int isOfKeys;
} orm_list_table;

typedef struct {
  sqlite3_vtab_cursor base;
  // A copy of the BLOB, which the cursor owns.
  unsigned char *bytes;
  sqlite3_int64 size;
  sqlite3_int64 next;
  sqlite3_int64 row;
  int width;
  int isAtEnd;
  // The positions of the current row's values in the BLOB.
  sqlite3_int64 values[ORM_LIST_COLUMNS];
} orm_list_cursor;

static inline int orm_list_connect(
    sqlite3 *db, void *context, int count, const char *const *arguments, sqlite3_vtab **table,
    char **message) {
  int code = sqlite3_declare_vtab(
      db,
      "CREATE TABLE x(value, value1, value2, value3, value4, value5, value6, value7, value8, value9, value10,"
      " value11, value12, value13, value14, value15, list HIDDEN)");
  if (code != SQLITE_OK) return code;
  orm_list_table *list = (orm_list_table *)sqlite3_malloc(sizeof(orm_list_table));
  *table = &list->base;
  if (list == 0) return SQLITE_NOMEM;
  memset(list, 0, sizeof(orm_list_table));
  list->isOfKeys = context != 0;
  // It reads only its argument.
  return sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
}

static inline int orm_list_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static inline int orm_list_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  int isUnusable = 0;
  for (int index = 0; index < info->nConstraint; index++) {
    if (info->aConstraint[index].iColumn != ORM_LIST_COLUMNS) continue;
    if (info->aConstraint[index].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!info->aConstraint[index].usable) {
      isUnusable = 1;
      continue;
    }
    info->aConstraintUsage[index].argvIndex = 1;
    info->aConstraintUsage[index].omit = 1;
    info->idxNum = 1;
    if (((orm_list_table *)table)->isOfKeys) {
      info->estimatedCost = 100000;
      info->estimatedRows = 1000;
    } else {
      // The same estimate as for json_each, so both are planned in the same way.
      info->estimatedCost = 1;
    }
    return SQLITE_OK;
  }
  return isUnusable ? SQLITE_CONSTRAINT : SQLITE_OK;
}

static inline int orm_list_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
  orm_list_cursor *list = (orm_list_cursor *)sqlite3_malloc(sizeof(orm_list_cursor));
  if (list == 0) return SQLITE_NOMEM;
  memset(list, 0, sizeof(orm_list_cursor));
  list->isAtEnd = 1;
  *cursor = &list->base;
  return SQLITE_OK;
}

static inline int orm_list_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(((orm_list_cursor *)cursor)->bytes);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

// Reports a list that is not valid: any SQL can call the function, with any value.
static inline int orm_list_damaged(orm_list_cursor *list) {
  list->isAtEnd = 1;
  sqlite3_free(list->base.pVtab->zErrMsg);
  list->base.pVtab->zErrMsg = sqlite3_mprintf("orm_list() accepts only lists that this library has written");
  return SQLITE_ERROR;
}

static inline int orm_list_next(sqlite3_vtab_cursor *cursor) {
  orm_list_cursor *list = (orm_list_cursor *)cursor;
  if (list->next == list->size) {
    list->isAtEnd = 1;
    return SQLITE_OK;
  }
  list->row += 1;
  for (int column = 0; column < list->width; column++) {
    sqlite3_int64 left = list->size - list->next;
    if (left < 1) return orm_list_damaged(list);
    list->values[column] = list->next;
    int type = list->bytes[list->next];
    sqlite3_int64 length = 1;
    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
      sqlite3_int64 count;
      if (left < 9) return orm_list_damaged(list);
      memcpy(&count, list->bytes + list->next + 1, 8);
      if (count < 0 || count > left - 9) return orm_list_damaged(list);
      length = 9 + count;
    } else if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
      length = 9;
    } else if (type != SQLITE_NULL) {
      return orm_list_damaged(list);
    }
    if (length > left) return orm_list_damaged(list);
    list->next += length;
  }
  return SQLITE_OK;
}

static inline int orm_list_filter(
    sqlite3_vtab_cursor *cursor, int plan, const char *name, int count, sqlite3_value **values) {
  orm_list_cursor *list = (orm_list_cursor *)cursor;
  sqlite3_free(list->bytes);
  list->bytes = 0;
  list->row = 0;
  list->isAtEnd = 1;
  if (plan == 0 || count < 1 || sqlite3_value_type(values[0]) == SQLITE_NULL) return SQLITE_OK;
  if (sqlite3_value_type(values[0]) != SQLITE_BLOB) return orm_list_damaged(list);
  const void *bytes = sqlite3_value_blob(values[0]);
  list->size = sqlite3_value_bytes(values[0]);
  if (list->size < 1) return orm_list_damaged(list);
  list->bytes = (unsigned char *)sqlite3_malloc64((sqlite3_uint64)list->size);
  if (list->bytes == 0) return SQLITE_NOMEM;
  memcpy(list->bytes, bytes, (size_t)list->size);
  list->width = list->bytes[0];
  if (list->width < 1 || list->width > ORM_LIST_COLUMNS) return orm_list_damaged(list);
  list->next = 1;
  list->isAtEnd = 0;
  return orm_list_next(cursor);
}

static inline int orm_list_eof(sqlite3_vtab_cursor *cursor) {
  return ((orm_list_cursor *)cursor)->isAtEnd;
}

static inline int orm_list_column(
    sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
  orm_list_cursor *list = (orm_list_cursor *)cursor;
  if (column >= list->width) return SQLITE_OK;
  const unsigned char *value = list->bytes + list->values[column];
  sqlite3_int64 number = 0;
  double real = 0;
  if (value[0] != SQLITE_NULL) memcpy(&number, value + 1, 8);
  switch (value[0]) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, number); break;
    case SQLITE_FLOAT:
      memcpy(&real, value + 1, 8);
      sqlite3_result_double(context, real);
      break;
    case SQLITE_TEXT:
      sqlite3_result_text64(
          context, (const char *)value + 9, (sqlite3_uint64)number, SQLITE_TRANSIENT, SQLITE_UTF8);
      break;
    case SQLITE_BLOB:
      sqlite3_result_blob64(context, value + 9, (sqlite3_uint64)number, SQLITE_TRANSIENT);
      break;
    default: break;
  }
  return SQLITE_OK;
}

static inline int orm_list_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = ((orm_list_cursor *)cursor)->row;
  return SQLITE_OK;
}

// Registers both functions with the connection. They can be used without `CREATE VIRTUAL TABLE`.
static inline int orm_sqlite3_add_list(sqlite3 *db) {
  static const sqlite3_module module = {
      .iVersion = 0,
      .xConnect = orm_list_connect,
      .xBestIndex = orm_list_best_index,
      .xDisconnect = orm_list_disconnect,
      .xOpen = orm_list_open,
      .xClose = orm_list_close,
      .xFilter = orm_list_filter,
      .xNext = orm_list_next,
      .xEof = orm_list_eof,
      .xColumn = orm_list_column,
      .xRowid = orm_list_rowid,
  };
  static int isOfKeys = 1;
  int code = sqlite3_create_module(db, "orm_list", &module, 0);
  return code == SQLITE_OK ? sqlite3_create_module(db, "orm_keys", &module, &isOfKeys) : code;
}

#endif
