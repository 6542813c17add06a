#include <stdio.h>

#include "internal.h"

// Texts as long as Northwind's are, on average, one in five of them not ASCII.
static const char *const customers[][7] = {
    {"VINET", "Vins et alcools Chevalier", "59 rue de l'Abbaye", "Reims", "Western Europe",
     "51100", "France"},
    {"TOMSP", "Toms Spezialitäten", "Luisenstr. 48", "Münster", "Western Europe", "44087",
     "Germany"},
    {"HANAR", "Hanari Carnes", "Rua do Paço, 67", "Rio de Janeiro", "South America", "05454-876",
     "Brazil"},
    {"CHOPS", "Chop-suey Chinese", "Hauptstr. 31", "Bern", "Western Europe", "3012",
     "Switzerland"},
    {"WELLI", "Wellington Importadora", "Rua do Mercado, 12", "Resende", "South America",
     "08737-363", "Brazil"},
    {"HILAA", "HILARION-Abastos", "Carrera 22 con Ave. Carlos Soublette #8-35", "San Cristóbal",
     "South America", "5022", "Venezuela"},
    {"ERNSH", "Ernst Handel", "Kirchgasse 6", "Graz", "Western Europe", "8010", "Austria"},
    {"RATTC", "Rattlesnake Canyon Grocery", "2817 Milton Dr.", "Albuquerque", "North America",
     "87110", "USA"},
    {"WARTH", "Wartian Herkku", "Torikatu 38", "Oulu", "Scandinavia", "90110", "Finland"},
    {"MAGAA", "Magazzini Alimentari Riuniti", "Via Ludovico il Moro 22", "Bergamo", NULL, "24100",
     "Italy"},
    {"SPLIR", "Split Rail Beer & Ale", "P.O. Box 555", "Lander", "North America", "82520", "USA"},
    {"FRANK", "Frankenversand", "Berliner Platz 43", "München", "Western Europe", "80805",
     "Germany"},
    {"WHITC", "White Clover Markets", "1029 - 12th Ave. S.", "Seattle", "North America", "98124",
     "USA"},
};
enum { customer_count = sizeof customers / sizeof customers[0] };

static void bind_date(sqlite3_stmt *statement, int index, int day) {
  char text[16];
  snprintf(text, sizeof text, "%04d-%02d-%02d", 2016 + day / 336 % 8000, day / 28 % 12 + 1,
           day % 28 + 1);
  sqlite3_bind_text(statement, index, text, 10, SQLITE_TRANSIENT);
}

int baseline_orders_create(sqlite3 *db, int count) {
  int code = sqlite3_exec(
      db,
      "CREATE TABLE \"Orders\" (\"OrderID\" INTEGER PRIMARY KEY, \"CustomerID\" TEXT, "
      "\"EmployeeID\" INTEGER, \"OrderDate\" TEXT, \"RequiredDate\" TEXT, \"ShippedDate\" TEXT, "
      "\"ShipVia\" INTEGER, \"Freight\" REAL, \"ShipName\" TEXT, \"ShipAddress\" TEXT, "
      "\"ShipCity\" TEXT, \"ShipRegion\" TEXT, \"ShipPostalCode\" TEXT, \"ShipCountry\" TEXT); "
      "BEGIN",
      NULL, NULL, NULL);
  sqlite3_stmt *statement = NULL;
  if (code == SQLITE_OK) {
    code = sqlite3_prepare_v2(db,
                              "INSERT INTO \"Orders\" VALUES "
                              "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
                              -1, &statement, NULL);
  }
  for (int i = 0; i < count && code == SQLITE_OK; i++) {
    const char *const *customer = customers[i * 7 % customer_count];
    sqlite3_bind_int64(statement, 1, 10248 + i);
    sqlite3_bind_text(statement, 2, customer[0], -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, i % 9 + 1);
    bind_date(statement, 4, i / 2);
    bind_date(statement, 5, i / 2 + 28);
    // One order in 40 has not been shipped.
    if (i % 40 == 39) {
      sqlite3_bind_null(statement, 6);
    } else {
      bind_date(statement, 6, i / 2 + 8);
    }
    sqlite3_bind_int64(statement, 7, i % 3 + 1);
    sqlite3_bind_double(statement, 8, i * 37 % 20000 / 100.0);
    for (int column = 1; column < 7; column++) {
      sqlite3_bind_text(statement, 8 + column, customer[column], -1, SQLITE_STATIC);
    }
    if (sqlite3_step(statement) != SQLITE_DONE) code = sqlite3_errcode(db);
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  return code == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : code;
}

static void read_order(sqlite3_stmt *statement, void *row) {
  baseline_order *order = row;
  order->order_id = sqlite3_column_int64(statement, 0);
  order->customer_id = read_text(statement, 1);
  order->has_employee_id = sqlite3_column_type(statement, 2) != SQLITE_NULL;
  order->employee_id = sqlite3_column_int64(statement, 2);
  order->order_date = read_text(statement, 3);
  order->required_date = read_text(statement, 4);
  order->shipped_date = read_text(statement, 5);
  order->has_ship_via = sqlite3_column_type(statement, 6) != SQLITE_NULL;
  order->ship_via = sqlite3_column_int64(statement, 6);
  order->has_freight = sqlite3_column_type(statement, 7) != SQLITE_NULL;
  order->freight = sqlite3_column_double(statement, 7);
  order->ship_name = read_text(statement, 8);
  order->ship_address = read_text(statement, 9);
  order->ship_city = read_text(statement, 10);
  order->ship_region = read_text(statement, 11);
  order->ship_postal_code = read_text(statement, 12);
  order->ship_country = read_text(statement, 13);
}

static int64_t checksum_of(const void *row) {
  const baseline_order *order = row;
  return order->order_id + order->employee_id + order->ship_via + (int64_t)order->freight +
         order->customer_id.size + order->order_date.size + order->required_date.size +
         order->shipped_date.size + order->ship_name.size + order->ship_address.size +
         order->ship_city.size + order->ship_region.size + order->ship_postal_code.size +
         order->ship_country.size;
}

static void free_order(void *row) {
  baseline_order *order = row;
  free(order->customer_id.bytes);
  free(order->order_date.bytes);
  free(order->required_date.bytes);
  free(order->shipped_date.bytes);
  free(order->ship_name.bytes);
  free(order->ship_address.bytes);
  free(order->ship_city.bytes);
  free(order->ship_region.bytes);
  free(order->ship_postal_code.bytes);
  free(order->ship_country.bytes);
}

int baseline_orders_fetch(sqlite3 *db, int repetitions, int64_t *checksum) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(
      db,
      "SELECT \"OrderID\", \"CustomerID\", \"EmployeeID\", \"OrderDate\", \"RequiredDate\", "
      "\"ShippedDate\", \"ShipVia\", \"Freight\", \"ShipName\", \"ShipAddress\", \"ShipCity\", "
      "\"ShipRegion\", \"ShipPostalCode\", \"ShipCountry\" FROM \"Orders\"",
      -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  return fetch_rows(statement, sizeof(baseline_order), read_order, checksum_of, free_order,
                    repetitions, checksum);
}
