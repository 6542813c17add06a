import Foundation
import ORMSchema
import Testing

@Suite("A schema as a value")
struct SchemaValueTests {
  /// A schema with every property set.
  static let rich = Schema(
    tables: [
      Schema.Table(
        "é",
        columns: [
          Schema.Column(
            "é1", type: "é", notNull: Schema.NotNull(name: "én", conflict: .fail),
            defaultValue: Schema.Default("'é'", name: "éd"), collation: "éc"),
          Schema.Column("é2", generated: Schema.Generated("é1 || 'é'", isStored: true, name: "ég")),
        ],
        keys: [
          Schema.Key(
            .unique, [Schema.IndexedColumn("é1", collation: "éc", isDescending: true)], name: "ék",
            conflict: .ignore)
        ],
        checks: [Schema.Check("é1 > 'é'", name: "éh", column: "é1")],
        references: [
          Schema.Reference(
            ["é1"], to: "ép", columns: ["é9"], onDelete: .cascade, onUpdate: .setNull, match: "ém",
            deferral: .deferred, name: "ér", isOnColumn: true)
        ], isStrict: true)
    ],
    indexes: [
      Schema.Index(
        "éi", on: "é", [Schema.IndexedColumn(expression: "é1 || 'é'", collation: "éc")],
        isUnique: true,
        condition: "é1 > 'é'")
    ],
    views: [Schema.View("év", columns: ["éw"], query: "SELECT é1 FROM é")],
    triggers: [
      Schema.Trigger("ét", .after, .update, of: ["é1"], on: "é", action: "BEGIN SELECT 'é'; END")
    ], virtualTables: [Schema.VirtualTable("éf", using: "éx", ["é1", "é = 'é'"])],
    unreadable: [Schema.Unreadable(type: "é", name: "éz", sql: "é", reason: "é")])

  @Test("Schemas are equal only if each text is equal byte by byte")
  func twins() throws {
    let json = try Self.rich.json()
    #expect(try Schema(json: json) == Self.rich)
    let places = json.ranges(of: "é")
    #expect(places.count > 40)
    for place in places {
      let twin = try Schema(json: json.replacingCharacters(in: place, with: "e\u{301}"))
      #expect(twin != Self.rich, "\(json[..<place.upperBound].suffix(60))")
      #expect(!(try twin.json()).utf8.elementsEqual(json.utf8))
    }
  }

  @Test("The JSON of a schema has a stable order, and omits default values")
  func json() throws {
    let schema = try Schema(
      of:
        "CREATE TABLE b (id INTEGER PRIMARY KEY, n TEXT NOT NULL REFERENCES a); CREATE TABLE a (x/y PRIMARY KEY)"
        .replacing("x/y", with: "\"x/y\""))
    #expect(
      try schema.json() == """
        {
          "tables" : [
            {
              "columns" : [
                {
                  "name" : "x/y"
                }
              ],
              "keys" : [
                {
                  "columns" : [
                    {
                      "column" : "x/y"
                    }
                  ],
                  "kind" : "primary",
                  "onColumn" : true
                }
              ],
              "name" : "a"
            },
            {
              "columns" : [
                {
                  "name" : "id",
                  "type" : "INTEGER"
                },
                {
                  "name" : "n",
                  "notNull" : {

                  },
                  "type" : "TEXT"
                }
              ],
              "keys" : [
                {
                  "columns" : [
                    {
                      "column" : "id"
                    }
                  ],
                  "kind" : "primary",
                  "onColumn" : true
                }
              ],
              "name" : "b",
              "references" : [
                {
                  "columns" : [
                    "n"
                  ],
                  "onColumn" : true,
                  "table" : "a"
                }
              ]
            }
          ]
        }
        """)
  }

  @Test("Equality does not depend on the order of creation, or on quotes")
  func order() throws {
    let one = try Schema(
      of: "CREATE TABLE b (x); CREATE TABLE A (y); CREATE INDEX i ON b (x); CREATE INDEX h ON A (y)"
    )
    let other = try Schema(
      of:
        "CREATE TABLE [A] ('y') ; CREATE INDEX h ON A ( y ); CREATE TABLE b(x/* x */); CREATE INDEX i ON b (\"x\" ASC)"
    )
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one.tables.map(\.name) == ["A", "b"])
    #expect(one.table("B")?.column("X")?.name == "x")
    #expect(one.table("c") == nil)
  }

  @Test("The description of a schema is the SQL that creates it")
  func prints() {
    #expect(
      Self.rich.description == """
        CREATE TABLE "é" ("é1" é CONSTRAINT "én" NOT NULL ON CONFLICT FAIL CONSTRAINT "éd" DEFAULT 'é' \
        COLLATE "éc" CONSTRAINT "éh" CHECK (é1 > 'é') CONSTRAINT "ér" REFERENCES "ép" ("é9") ON DELETE CASCADE \
        ON UPDATE SET NULL MATCH "ém" DEFERRABLE INITIALLY DEFERRED, "é2" CONSTRAINT "ég" GENERATED ALWAYS AS \
        (é1 || 'é') STORED, CONSTRAINT "ék" UNIQUE ("é1" COLLATE "éc" DESC) ON CONFLICT IGNORE) STRICT;
        CREATE VIRTUAL TABLE "éf" USING "éx" (é1, é = 'é');
        CREATE UNIQUE INDEX "éi" ON "é" ((é1 || 'é') COLLATE "éc") WHERE é1 > 'é';
        CREATE VIEW "év" ("éw") AS SELECT é1 FROM é;
        CREATE TRIGGER "ét" AFTER UPDATE OF "é1" ON "é" BEGIN SELECT 'é'; END;
        é;
        """)
  }
}
