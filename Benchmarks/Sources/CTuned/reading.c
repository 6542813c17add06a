#include <baseline.h>
#include "internal.h"

static inline int64_t integer(sqlite3_stmt *statement, int column) {
  return sqlite3_value_int64(sqlite3_column_value(statement, column));
}

static inline double real(sqlite3_stmt *statement, int column) {
  return sqlite3_value_double(sqlite3_column_value(statement, column));
}

static inline baseline_text text(sqlite3_stmt *statement, int column, tuned_arena *arena) {
  tuned_text text = keep_text(arena, sqlite3_column_value(statement, column));
  return (baseline_text){text.bytes, text.size};
}

static inline int64_t integer_or_null(sqlite3_stmt *statement, int column, int *is_there) {
  sqlite3_value *value = sqlite3_column_value(statement, column);
  *is_there = sqlite3_value_type(value) != SQLITE_NULL;
  return *is_there ? sqlite3_value_int64(value) : 0;
}

// MARK: Orders

static void read_order(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  baseline_order *order = row;
  order->order_id = integer(statement, 0);
  order->customer_id = text(statement, 1, arena);
  order->employee_id = integer_or_null(statement, 2, &order->has_employee_id);
  order->order_date = text(statement, 3, arena);
  order->required_date = text(statement, 4, arena);
  order->shipped_date = text(statement, 5, arena);
  order->ship_via = integer_or_null(statement, 6, &order->has_ship_via);
  sqlite3_value *freight = sqlite3_column_value(statement, 7);
  order->has_freight = sqlite3_value_type(freight) != SQLITE_NULL;
  order->freight = sqlite3_value_double(freight);
  order->ship_name = text(statement, 8, arena);
  order->ship_address = text(statement, 9, arena);
  order->ship_city = text(statement, 10, arena);
  order->ship_region = text(statement, 11, arena);
  order->ship_postal_code = text(statement, 12, arena);
  order->ship_country = text(statement, 13, arena);
}

static int64_t checksum_of_order(const void *row) {
  const baseline_order *order = row;
  return order->order_id + order->employee_id + order->ship_via + (int64_t)order->freight +
         order->customer_id.size + order->order_date.size + order->required_date.size +
         order->shipped_date.size + order->ship_name.size + order->ship_address.size +
         order->ship_city.size + order->ship_region.size + order->ship_postal_code.size +
         order->ship_country.size;
}

int tuned_orders_fetch(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(
      db,
      "SELECT \"OrderID\", \"CustomerID\", \"EmployeeID\", \"OrderDate\", \"RequiredDate\", "
      "\"ShippedDate\", \"ShipVia\", \"Freight\", \"ShipName\", \"ShipAddress\", \"ShipCity\", "
      "\"ShipRegion\", \"ShipPostalCode\", \"ShipCountry\" FROM \"Orders\"",
      &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(baseline_order), read_order, checksum_of_order, repetitions,
                    checksum);
}

// MARK: Numbers

static void read_numbers(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  (void)arena;
  baseline_numbers *numbers = row;
  for (int i = 0; i < 10; i++) numbers->values[i] = sqlite3_column_int64(statement, i);
}

static int64_t checksum_of_numbers(const void *row) {
  uint64_t sum = 0;
  for (int i = 0; i < 10; i++) sum += (uint64_t)((const baseline_numbers *)row)->values[i];
  return (int64_t)sum;
}

#define NUMBERS                                                                                  \
  "SELECT \"id\", \"first\", \"second\", \"third\", \"fourth\", \"fifth\", \"sixth\", \"seventh\", " \
  "\"eighth\", \"ninth\" FROM "

int tuned_numbers_fetch(sqlite3 *db, int strict, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, strict ? NUMBERS "\"strictNumbers\"" : NUMBERS "\"numbers\"", &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(baseline_numbers), read_numbers, checksum_of_numbers,
                    repetitions, checksum);
}

// MARK: People

#define PEOPLE                                                                           \
  "SELECT \"id\", \"name\", \"email\", \"bio\", \"score\", \"age\", \"created\", \"active\", " \
  "\"uuid\", \"payload\" FROM \"person\""

static void read_person(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  baseline_person *person = row;
  person->id = integer(statement, 0);
  person->name = text(statement, 1, arena);
  person->email = text(statement, 2, arena);
  person->bio = text(statement, 3, arena);
  person->score = real(statement, 4);
  person->age = integer_or_null(statement, 5, &person->has_age);
  person->created = real(statement, 6);
  person->active = (int)integer(statement, 7);
  sqlite3_value *uuid = sqlite3_column_value(statement, 8);
  const void *bytes = sqlite3_value_blob(uuid);
  if (sqlite3_value_bytes(uuid) == 16) memcpy(person->uuid, bytes, 16);
  tuned_text payload = keep_blob(arena, sqlite3_column_value(statement, 9));
  person->payload = (baseline_text){payload.bytes, payload.size};
}

static int64_t checksum_of_person(const void *row) {
  const baseline_person *person = row;
  return person->id + person->name.size + person->email.size + person->bio.size +
         (int64_t)person->score + person->age + (int64_t)person->created + person->active +
         person->uuid[0] + person->payload.size;
}

int tuned_people_fetch(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, PEOPLE, &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(baseline_person), read_person, checksum_of_person,
                    repetitions, checksum);
}

int tuned_people_find(sqlite3 *db, int rows, int count, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, PEOPLE " WHERE \"id\" = $1", &statement);
  if (code == SQLITE_OK) code = begin(db);
  // A row is gone before the next is read, so its texts are, too.
  tuned_arena arena = new_arena(1024);
  int64_t sum = 0;
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    sqlite3_bind_int64(statement, 1, baseline_people_key(i, rows));
    if (sqlite3_step(statement) == SQLITE_ROW) {
      baseline_person person;
      forget_texts(&arena);
      read_person(statement, &person, &arena);
      consume(&person);
      if (checksum) sum += checksum_of_person(&person);
    } else {
      code = SQLITE_NOTFOUND;
    }
    sqlite3_reset(statement);
  }
  free_arena(&arena);
  sqlite3_finalize(statement);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}

// MARK: Users

typedef struct {
  int64_t id, post_id, post_user_id;
  baseline_text name, hair_color, title, body;
  int has_post;
} user;

static void read_user(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  user *user = row;
  user->id = integer(statement, 0);
  user->name = text(statement, 1, arena);
  user->hair_color = text(statement, 2, arena);
  user->has_post = 0;
}

static void read_user_and_post(sqlite3_stmt *statement, void *row, tuned_arena *arena) {
  user *user = row;
  read_user(statement, row, arena);
  user->post_id = integer_or_null(statement, 3, &user->has_post);
  if (!user->has_post) return;
  user->post_user_id = integer(statement, 4);
  user->title = text(statement, 5, arena);
  user->body = text(statement, 6, arena);
}

static int64_t checksum_of_user(const void *row) {
  const user *user = row;
  int64_t sum = user->id + user->name.size + user->hair_color.size;
  if (!user->has_post) return sum;
  return sum + user->post_id + user->post_user_id + user->title.size + user->body.size;
}

int tuned_users_fetch(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(db, "SELECT id, name, hair_color FROM users", &statement);
  if (code != SQLITE_OK) return code;
  return fetch_rows(db, statement, sizeof(user), read_user, checksum_of_user, repetitions, checksum);
}

int tuned_users_join(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(
      db,
      "SELECT users.id, users.name, users.hair_color, posts.id, posts.user_id, posts.title, "
      "posts.body FROM users LEFT JOIN posts ON users.id = posts.user_id "
      "WHERE users.hair_color = $1",
      &statement);
  if (code != SQLITE_OK) return code;
  sqlite3_bind_text(statement, 1, "black", 5, SQLITE_STATIC);
  return fetch_rows(db, statement, sizeof(user), read_user_and_post, checksum_of_user, repetitions,
                    checksum);
}

// MARK: Albums

int tuned_albums_join(sqlite3 *db, int artists, int calls, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = prepare(
      db,
      "SELECT \"track\".\"title\" FROM \"artist\" JOIN \"album\" ON \"artist\".\"id\" = "
      "\"album\".\"artistID\" JOIN \"track\" ON \"album\".\"id\" = \"track\".\"albumID\" WHERE "
      "\"artist\".\"id\" = $1 AND \"album\".\"year\" > $2 AND \"album\".\"price\" < $3 AND "
      "\"track\".\"seconds\" > $4 AND \"track\".\"title\" <> $5",
      &statement);
  if (code == SQLITE_OK) code = begin(db);
  int64_t sum = 0;
  size_t capacity = 4;
  for (int call = 0; call < calls && code == SQLITE_OK; call++) {
    sqlite3_bind_int64(statement, 1, call % artists + 1);
    sqlite3_bind_int64(statement, 2, 1980 + call % 7);
    sqlite3_bind_double(statement, 3, 12.0 + call % 3);
    sqlite3_bind_double(statement, 4, 200.0 + call % 11);
    sqlite3_bind_text(statement, 5, "Intro", 5, SQLITE_STATIC);
    size_t count = 0;
    baseline_text *titles = malloc(capacity * sizeof *titles);
    tuned_arena arena = new_arena(0);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      if (count == capacity) titles = realloc(titles, (capacity *= 2) * sizeof *titles);
      titles[count++] = text(statement, 0, &arena);
    }
    code = sqlite3_reset(statement);
    consume(titles);
    for (size_t row = 0; row < count; row++) sum += titles[row].size;
    free_arena(&arena);
    free(titles);
  }
  sqlite3_finalize(statement);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  if (checksum) *checksum = sum;
  return code;
}
