#ifndef BASELINE_USERS_H
#define BASELINE_USERS_H

#include "database.h"

// The tables of Diesel's published benchmarks: users have posts, posts have comments.

/// Makes the three tables.
int baseline_users_create(sqlite3 *db);
/// Adds this many users, whose hair is black and brown by turns.
int baseline_users_fill(sqlite3 *db, int count);
/// Adds 9 users with 10 posts each, with 10 comments each.
int baseline_users_fill_tree(sqlite3 *db);
int baseline_users_clear(sqlite3 *db);

/// Fetches all users into an array, as often as told.
int baseline_users_fetch(sqlite3 *db, int repetitions, int64_t *checksum);
/// Fetches the users with black hair, each with a post or none, as often as told.
int baseline_users_join(sqlite3 *db, int repetitions, int64_t *checksum);
/// Inserts this many users, as often as told, all in one transaction.
int baseline_users_insert(sqlite3 *db, int count, int repetitions);
/// Fetches users, their posts and their comments by three statements, and nests them, as often as told.
int baseline_users_nest(sqlite3 *db, int repetitions, int64_t *checksum);

#endif
