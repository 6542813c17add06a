#ifndef BASELINE_SCHEMA_H
#define BASELINE_SCHEMA_H

#include "database.h"

// Schemas: a table that is made again with another constraint, and many tables that are read.

/// Makes a table with this many rows and two indexes, and one of 1,000 rows that it refers to.
int baseline_records_create(sqlite3 *db, int count);
/// Makes the table again, its title NOT NULL: looks for what would be lost before, for violated references
/// before and behind, and counts the rows.
int baseline_records_rebuild(sqlite3 *db);
/// A number that the rows and the new constraint make.
int baseline_records_check(sqlite3 *db, int64_t *checksum);

/// Makes this many tables of four columns, each with an index.
int baseline_tables_create(sqlite3 *db, int count);
/// Opens the file, reads one number, and closes it.
int baseline_open_and_ask(const char *path, const char *sql, int64_t *checksum);
/// Reads all tables by pragmas, with their columns, indexes and references. The checksum is their number.
int baseline_tables_read(sqlite3 *db, int64_t *checksum);

#endif
