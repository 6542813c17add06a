#include <stdio.h>

#include "internal.h"

// Rows with lists: a statement for each level. The keys of a level go to the next as one JSON array.

typedef struct {
  int64_t id, album_id;
  baseline_text title;
  double seconds;
} track;

typedef struct {
  int64_t id, artist_id, year;
  baseline_text title;
  double price;
  int has_year;
  row_array tracks;
} album;

typedef struct {
  int64_t id;
  baseline_text name;
  row_array albums;
} artist;

// MARK: Rows

static inline void read_track(sqlite3_stmt *statement, track *row) {
  row->id = sqlite3_column_int64(statement, 0);
  row->title = read_text(statement, 1);
  row->album_id = sqlite3_column_int64(statement, 2);
  row->seconds = sqlite3_column_double(statement, 3);
}

static inline void read_album(sqlite3_stmt *statement, album *row) {
  row->id = sqlite3_column_int64(statement, 0);
  row->title = read_text(statement, 1);
  row->artist_id = sqlite3_column_int64(statement, 2);
  row->has_year = sqlite3_column_type(statement, 3) != SQLITE_NULL;
  row->year = sqlite3_column_int64(statement, 3);
  row->price = sqlite3_column_double(statement, 4);
  row->tracks = (row_array){NULL, sizeof(track), 0, 0};
}

static inline void read_artist(sqlite3_stmt *statement, artist *row) {
  row->id = sqlite3_column_int64(statement, 0);
  row->name = read_text(statement, 1);
  row->albums = (row_array){NULL, sizeof(album), 0, 0};
}

static int64_t free_tracks(row_array *tracks) {
  int64_t sum = 0;
  for (size_t i = 0; i < tracks->count; i++) {
    track *row = (track *)tracks->rows + i;
    sum += (row->id + row->title.size) * (int64_t)(i + 1);
    free(row->title.bytes);
  }
  free(tracks->rows);
  return sum;
}

static int64_t free_albums(row_array *albums) {
  int64_t sum = 0;
  for (size_t i = 0; i < albums->count; i++) {
    album *row = (album *)albums->rows + i;
    sum += (row->id + row->title.size) * (int64_t)(i + 1) + free_tracks(&row->tracks);
    free(row->title.bytes);
  }
  free(albums->rows);
  return sum;
}

static int64_t free_artists(row_array *artists) {
  int64_t sum = 0;
  for (size_t i = 0; i < artists->count; i++) {
    artist *row = (artist *)artists->rows + i;
    sum += (row->id + row->name.size) * (int64_t)(i + 1) + free_albums(&row->albums);
    free(row->name.bytes);
  }
  free(artists->rows);
  return sum;
}

// MARK: Keys

/// The keys of a level, which ascend, and the rows that have them.
typedef struct {
  int64_t *keys;
  row_array **lists;
  size_t count;
} level;

static level new_level(size_t count) {
  return (level){malloc((count + 1) * sizeof(int64_t)), malloc((count + 1) * sizeof(row_array *)), 0};
}

static void free_level(level *level) {
  free(level->keys);
  free(level->lists);
}

static inline void add_key(level *level, int64_t key, row_array *list) {
  level->keys[level->count] = key;
  level->lists[level->count++] = list;
}

static void bind_keys(sqlite3_stmt *statement, const level *level) {
  char *json = malloc(level->count * 21 + 3), *end = json;
  *end++ = '[';
  for (size_t i = 0; i < level->count; i++) {
    char digits[20];
    int count = 0;
    uint64_t key = (uint64_t)level->keys[i];
    do digits[count++] = (char)('0' + key % 10); while (key /= 10);
    if (i) *end++ = ',';
    while (count) *end++ = digits[--count];
  }
  *end++ = ']';
  sqlite3_bind_text(statement, 1, json, (int)(end - json), free);
}

/// The list of a key, at `place` or behind it where the rows come in the order of the keys.
static inline row_array *list_of(const level *level, size_t *place, int64_t key) {
  if (*place < level->count && level->keys[*place] == key) return level->lists[*place];
  if (*place + 1 < level->count && level->keys[*place + 1] == key) return level->lists[++*place];
  size_t low = 0, high = level->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (level->keys[middle] < key) low = middle + 1; else high = middle;
  }
  *place = low;
  return low < level->count && level->keys[low] == key ? level->lists[low] : NULL;
}

static int fetch_tracks(sqlite3_stmt *statement, const level *albums) {
  size_t place = 0;
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    row_array *list = list_of(albums, &place, sqlite3_column_int64(statement, 2));
    if (list) read_track(statement, append_row(list));
  }
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static level level_of_albums(row_array *albums) {
  level level = new_level(albums->count);
  for (size_t i = 0; i < albums->count; i++) {
    album *row = (album *)albums->rows + i;
    add_key(&level, row->id, &row->tracks);
  }
  return level;
}

// MARK: The workloads

#define ALBUM "SELECT \"id\", \"title\", \"artistID\", \"year\", \"price\" FROM \"album\""
#define TRACK "SELECT \"id\", \"title\", \"albumID\", \"seconds\" FROM \"track\""
#define KEYS "IN (SELECT +value FROM json_each($1))"
#define LONGEST "ORDER BY \"seconds\" DESC, \"id\" LIMIT 3"

static const char *sql_of(baseline_lists kind) {
  switch (kind) {
    case baseline_lists_of_keys: return TRACK " WHERE \"albumID\" " KEYS;
    case baseline_lists_of_all: return TRACK;
    case baseline_lists_first:
      return "SELECT \"track\".\"id\", \"title\", \"albumID\", \"seconds\" FROM json_each($1) AS k "
             "CROSS JOIN \"track\" ON \"track\".\"id\" IN (SELECT \"id\" FROM \"track\" WHERE "
             "\"albumID\" = k.value " LONGEST ") ORDER BY \"albumID\", \"seconds\" DESC, "
             "\"track\".\"id\"";
    case baseline_lists_window:
      return "SELECT \"id\", \"title\", \"albumID\", \"seconds\" FROM (SELECT *, row_number() OVER "
             "(PARTITION BY \"albumID\" ORDER BY \"seconds\" DESC, \"id\") AS place FROM \"track\" "
             "WHERE \"albumID\" " KEYS ") WHERE place <= 3 ORDER BY \"albumID\", place";
  }
}

int baseline_lists_index(sqlite3 *db) {
  return sqlite3_exec(
      db,
      "DROP INDEX \"track_albumID\";"
      "CREATE INDEX \"track_albumID\" ON \"track\" (\"albumID\", \"seconds\" DESC); ANALYZE",
      NULL, NULL, NULL);
}

int baseline_lists_fetch(
    sqlite3 *db, baseline_lists kind, int albums, int repetitions, int64_t *checksum) {
  sqlite3_stmt *of_albums = NULL, *of_tracks = NULL;
  int code = sqlite3_prepare_v2(db, ALBUM " WHERE \"id\" <= $1", -1, &of_albums, NULL);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, sql_of(kind), -1, &of_tracks, NULL);
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    row_array array = {NULL, sizeof(album), 0, 0};
    code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    sqlite3_bind_int(of_albums, 1, albums);
    while (sqlite3_step(of_albums) == SQLITE_ROW) read_album(of_albums, append_row(&array));
    sqlite3_reset(of_albums);
    level level = level_of_albums(&array);
    if (kind != baseline_lists_of_all) bind_keys(of_tracks, &level);
    if (code == SQLITE_OK) code = fetch_tracks(of_tracks, &level);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    free_level(&level);
    sum += free_albums(&array);
  }
  sqlite3_finalize(of_albums);
  sqlite3_finalize(of_tracks);
  if (checksum) *checksum = sum;
  return code;
}

int baseline_lists_levels(sqlite3 *db, int artists, int repetitions, int64_t *checksum) {
  sqlite3_stmt *of_artists = NULL, *of_albums = NULL, *of_tracks = NULL;
  int code = sqlite3_prepare_v2(
      db, "SELECT \"id\", \"name\" FROM \"artist\" WHERE \"id\" <= $1", -1, &of_artists, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(db, ALBUM " WHERE \"artistID\" " KEYS, -1, &of_albums, NULL);
  }
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(db, sql_of(baseline_lists_of_keys), -1, &of_tracks, NULL);
  }
  int64_t sum = 0;
  for (int i = 0; i < repetitions && code == SQLITE_OK; i++) {
    row_array array = {NULL, sizeof(artist), 0, 0};
    code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    sqlite3_bind_int(of_artists, 1, artists);
    while (sqlite3_step(of_artists) == SQLITE_ROW) read_artist(of_artists, append_row(&array));
    sqlite3_reset(of_artists);

    level first = new_level(array.count);
    for (size_t row = 0; row < array.count; row++) {
      artist *parent = (artist *)array.rows + row;
      add_key(&first, parent->id, &parent->albums);
    }
    bind_keys(of_albums, &first);
    size_t place = 0, count = 0;
    while (sqlite3_step(of_albums) == SQLITE_ROW) {
      row_array *list = list_of(&first, &place, sqlite3_column_int64(of_albums, 2));
      if (list) read_album(of_albums, append_row(list)), count++;
    }
    sqlite3_reset(of_albums);

    // Albums ascend as their artists do.
    level second = new_level(count);
    for (size_t parent = 0; parent < array.count; parent++) {
      row_array *albums = &((artist *)array.rows + parent)->albums;
      for (size_t row = 0; row < albums->count; row++) {
        album *parent = (album *)albums->rows + row;
        add_key(&second, parent->id, &parent->tracks);
      }
    }
    bind_keys(of_tracks, &second);
    if (code == SQLITE_OK) code = fetch_tracks(of_tracks, &second);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    free_level(&first);
    free_level(&second);
    sum += free_artists(&array);
  }
  sqlite3_finalize(of_artists);
  sqlite3_finalize(of_albums);
  sqlite3_finalize(of_tracks);
  if (checksum) *checksum = sum;
  return code;
}
