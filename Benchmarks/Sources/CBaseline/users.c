#include <stdio.h>

#include "internal.h"

// MARK: Rows

typedef struct {
  int64_t id;
  baseline_text name, hair_color;
} user;

typedef struct {
  int64_t id, user_id;
  baseline_text title, body;
} post;

typedef struct {
  int64_t id, post_id;
  baseline_text text;
} comment;

static void read_user(sqlite3_stmt *statement, void *row) {
  user *read = row;
  read->id = sqlite3_column_int64(statement, 0);
  read->name = read_text(statement, 1);
  read->hair_color = read_text(statement, 2);
}

static void read_post_at(sqlite3_stmt *statement, int column, post *read) {
  read->id = sqlite3_column_int64(statement, column);
  read->user_id = sqlite3_column_int64(statement, column + 1);
  read->title = read_text(statement, column + 2);
  read->body = read_text(statement, column + 3);
}

static void read_post(sqlite3_stmt *statement, void *row) { read_post_at(statement, 0, row); }

static void read_comment(sqlite3_stmt *statement, void *row) {
  comment *read = row;
  read->id = sqlite3_column_int64(statement, 0);
  read->post_id = sqlite3_column_int64(statement, 1);
  read->text = read_text(statement, 2);
}

static void free_user(void *row) {
  free(((user *)row)->name.bytes);
  free(((user *)row)->hair_color.bytes);
}

static void free_post(void *row) {
  free(((post *)row)->title.bytes);
  free(((post *)row)->body.bytes);
}

static int64_t sum_of_user(const void *row) {
  const user *read = row;
  return read->id + read->name.size + read->hair_color.size;
}

static int64_t sum_of_post(const post *read) {
  return read->id + read->user_id + read->title.size + read->body.size;
}

// MARK: The tables

int baseline_users_create(sqlite3 *db) {
  return sqlite3_exec(
      db,
      "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name VARCHAR NOT NULL, "
      "hair_color VARCHAR);"
      "CREATE TABLE posts (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, user_id INTEGER NOT "
      "NULL, title VARCHAR NOT NULL, body TEXT);"
      "CREATE TABLE comments (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, post_id INTEGER NOT "
      "NULL, text TEXT NOT NULL)",
      NULL, NULL, NULL);
}

int baseline_users_fill(sqlite3 *db, int count) {
  char sql[256];
  snprintf(sql, sizeof sql,
           "WITH RECURSIVE series(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM series WHERE n < "
           "%d - 1) INSERT INTO users (name, hair_color) SELECT 'User ' || n, "
           "iif(n %% 2 = 0, 'black', 'brown') FROM series",
           count);
  return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int baseline_users_fill_tree(sqlite3 *db) {
  return sqlite3_exec(
      db,
      "WITH RECURSIVE series(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM series WHERE n < 8) "
      "INSERT INTO users (name) SELECT 'User ' || n FROM series;"
      "WITH RECURSIVE series(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM series WHERE n < 89) "
      "INSERT INTO posts (user_id, title) SELECT n / 10 + 1, 'Post ' || n FROM series;"
      "WITH RECURSIVE series(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM series WHERE n < 899) "
      "INSERT INTO comments (post_id, text) SELECT n / 10 + 1, 'Comment ' || n FROM series",
      NULL, NULL, NULL);
}

int baseline_users_clear(sqlite3 *db) {
  return sqlite3_exec(db, "DELETE FROM users; DELETE FROM sqlite_sequence", NULL, NULL, NULL);
}

// MARK: Users

int baseline_users_fetch(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, "SELECT id, name, hair_color FROM users", -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  return fetch_rows(statement, sizeof(user), read_user, sum_of_user, free_user, repetitions,
                    checksum);
}

int baseline_users_insert(sqlite3 *db, int count, int repetitions) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, "INSERT INTO users (name, hair_color) VALUES ($1, $2)", -1,
                                &statement, NULL);
  if (code != SQLITE_OK) return code;
  code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (int i = 0; i < repetitions; i++) {
    for (int row = 0; row < count && code == SQLITE_OK; row++) {
      sqlite3_bind_text(statement, 1, "A user of some name", 19, SQLITE_STATIC);
      sqlite3_bind_text(statement, 2, "black", 5, SQLITE_STATIC);
      if (sqlite3_step(statement) != SQLITE_DONE) code = sqlite3_errcode(db);
      sqlite3_reset(statement);
    }
  }
  if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_finalize(statement);
  return code;
}

// MARK: Users with a post or none

typedef struct {
  user user;
  post post;
  int has_post;
} user_and_post;

static void read_both(sqlite3_stmt *statement, void *row) {
  user_and_post *both = row;
  read_user(statement, &both->user);
  both->has_post = sqlite3_column_type(statement, 3) != SQLITE_NULL;
  if (both->has_post) read_post_at(statement, 3, &both->post);
}

static int64_t sum_of_both(const void *row) {
  const user_and_post *both = row;
  return sum_of_user(&both->user) + (both->has_post ? sum_of_post(&both->post) : 0);
}

static void free_both(void *row) {
  user_and_post *both = row;
  free_user(&both->user);
  if (both->has_post) free_post(&both->post);
}

int baseline_users_join(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(
      db,
      "SELECT users.id, users.name, users.hair_color, posts.id, posts.user_id, posts.title, "
      "posts.body FROM users LEFT JOIN posts ON users.id = posts.user_id "
      "WHERE users.hair_color = $1",
      -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_text(statement, 1, "black", 5, SQLITE_STATIC);
  return fetch_rows(statement, sizeof(user_and_post), read_both, sum_of_both, free_both,
                    repetitions, checksum);
}

// MARK: Users with posts with comments

typedef struct {
  post post;
  comment *comments;
  int count;
} nested_post;

typedef struct {
  user user;
  nested_post *posts;
  int count;
} nested_user;

/// Where each key is in an array of rows whose first member is the key.
typedef struct {
  int *places;
  size_t mask;
  const char *rows;
  size_t size;
} key_index;

static size_t slot_of(const key_index *index, int64_t key) {
  size_t slot = ((uint64_t)key * 0x9E3779B97F4A7C15u) >> 32 & index->mask;
  while (index->places[slot] >= 0 &&
         *(const int64_t *)(index->rows + (size_t)index->places[slot] * index->size) != key) {
    slot = (slot + 1) & index->mask;
  }
  return slot;
}

static key_index index_rows(const void *rows, int count, size_t size) {
  size_t slots = 16;
  while (slots < (size_t)count * 2) slots *= 2;
  key_index index = {malloc(slots * sizeof(int)), slots - 1, rows, size};
  memset(index.places, -1, slots * sizeof(int));
  for (int i = 0; i < count; i++) {
    index.places[slot_of(&index, *(const int64_t *)((const char *)rows + (size_t)i * size))] = i;
  }
  return index;
}

/// Prepares `SELECT … WHERE column IN ($1, …)` with this many parameters.
static int prepare_in(sqlite3 *db, const char *select, int count, sqlite3_stmt **statement) {
  char sql[1024];
  int size = snprintf(sql, sizeof sql, "%s IN (", select);
  for (int i = 1; i <= count; i++) {
    size += snprintf(sql + size, sizeof sql - (size_t)size, "%s$%d", i > 1 ? ", " : "", i);
  }
  snprintf(sql + size, sizeof sql - (size_t)size, ")");
  return sqlite3_prepare_v2(db, sql, -1, statement, NULL);
}

static row_array fetch_array(sqlite3_stmt *statement, size_t size,
                             void (*read)(sqlite3_stmt *, void *row)) {
  row_array array = {NULL, size, 0, 0};
  while (sqlite3_step(statement) == SQLITE_ROW) read(statement, append_row(&array));
  sqlite3_reset(statement);
  return array;
}

static int64_t nest(sqlite3_stmt *all_users, sqlite3_stmt *posts_of, sqlite3_stmt *comments_of) {
  row_array users = fetch_array(all_users, sizeof(user), read_user);
  nested_user *tree = calloc(users.count, sizeof *tree);
  for (size_t i = 0; i < users.count; i++) {
    tree[i].user = ((user *)users.rows)[i];
    sqlite3_bind_int64(posts_of, (int)i + 1, tree[i].user.id);
  }
  row_array posts = fetch_array(posts_of, sizeof(post), read_post);
  for (size_t i = 0; i < posts.count; i++) {
    sqlite3_bind_int64(comments_of, (int)i + 1, ((post *)posts.rows)[i].id);
  }
  row_array comments = fetch_array(comments_of, sizeof(comment), read_comment);

  // Each list is as long as it has to be: first they are counted, then filled.
  nested_post *nested = calloc(posts.count, sizeof *nested);
  for (size_t i = 0; i < posts.count; i++) nested[i].post = ((post *)posts.rows)[i];
  key_index by_post = index_rows(nested, (int)posts.count, sizeof(nested_post));
  int *owners = malloc(comments.count * sizeof(int));
  for (size_t i = 0; i < comments.count; i++) {
    owners[i] = by_post.places[slot_of(&by_post, ((comment *)comments.rows)[i].post_id)];
    nested[owners[i]].count++;
  }
  for (size_t i = 0; i < posts.count; i++) {
    nested[i].comments = malloc((size_t)nested[i].count * sizeof(comment));
    nested[i].count = 0;
  }
  for (size_t i = 0; i < comments.count; i++) {
    nested_post *owner = &nested[owners[i]];
    owner->comments[owner->count++] = ((comment *)comments.rows)[i];
  }
  key_index by_user = index_rows(tree, (int)users.count, sizeof(nested_user));
  for (size_t i = 0; i < posts.count; i++) {
    tree[by_user.places[slot_of(&by_user, nested[i].post.user_id)]].count++;
  }
  for (size_t i = 0; i < users.count; i++) {
    tree[i].posts = malloc((size_t)tree[i].count * sizeof(nested_post));
    tree[i].count = 0;
  }
  for (size_t i = 0; i < posts.count; i++) {
    nested_user *owner = &tree[by_user.places[slot_of(&by_user, nested[i].post.user_id)]];
    owner->posts[owner->count++] = nested[i];
  }
  free(owners);
  free(by_post.places);
  free(by_user.places);
  free(nested);
  free(users.rows);
  free(posts.rows);
  free(comments.rows);

  int64_t sum = 0;
  for (size_t i = 0; i < users.count; i++) {
    sum += sum_of_user(&tree[i].user);
    for (int p = 0; p < tree[i].count; p++) {
      nested_post *owner = &tree[i].posts[p];
      sum += sum_of_post(&owner->post);
      for (int c = 0; c < owner->count; c++) {
        sum += owner->comments[c].id + owner->comments[c].post_id + owner->comments[c].text.size;
        free(owner->comments[c].text.bytes);
      }
      free(owner->comments);
      free_post(&owner->post);
    }
    free(tree[i].posts);
    free_user(&tree[i].user);
  }
  free(tree);
  return sum;
}

int baseline_users_nest(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *users = NULL, *posts = NULL, *comments = NULL;
  int code = sqlite3_prepare_v2(db, "SELECT id, name, hair_color FROM users", -1, &users, NULL);
  if (code == SQLITE_OK) {
    code = prepare_in(db, "SELECT id, user_id, title, body FROM posts WHERE user_id", 9, &posts);
  }
  if (code == SQLITE_OK) {
    code =
        prepare_in(db, "SELECT id, post_id, text FROM comments WHERE post_id", 90, &comments);
  }
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) sum += nest(users, posts, comments);
  sqlite3_finalize(users);
  sqlite3_finalize(posts);
  sqlite3_finalize(comments);
  if (checksum) *checksum = sum;
  return code;
}
