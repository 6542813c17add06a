import ORM
import Testing

@Table("person", renamedFrom: "people", "member") struct Person {
  let id: Int
  @Column(renamedFrom: "title", "label") var name: String
  @Embedded(prefix: "home_") var home: Home
}

@Embeddable struct Home {
  @Column(renamedFrom: "town") var city: String
}

@Suite("Former names that a struct declares")
struct DeclaredRenameTests {
  @Test("The schema has the former names, oldest first, and those of embedded columns")
  func schema() throws {
    let schema = Schema(of: Person.self)
    #expect(schema.tables[0].formerNames == ["people", "member"])
    #expect(schema.tables[0].columns[1].formerNames == ["title", "label"])
    #expect(schema.tables[0].columns[2].name == "home_city")
    #expect(schema.tables[0].columns[2].formerNames == ["home_town"])
    #expect(try Schema(json: schema.json()) == schema)
  }

  @Test(
    "A database with any of the former names is migrated",
    arguments: [("people", "title"), ("member", "label"), ("people", "label"), ("person", "name")])
  func any(table: String, column: String) async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(column) TEXT NOT NULL,
        home_town TEXT NOT NULL) STRICT;
      INSERT INTO \(table) VALUES (1, 'Sade', 'Ibadan');
      CREATE TABLE pet (owner INTEGER REFERENCES \(table)(id));
      CREATE VIEW names AS SELECT \(column) AS name FROM \(table);
      """)
    try await fixture.db.migrate(to: Schema(of: Person.self))
    let people = try await fixture.db.fetch(Person.self)
    #expect(people.map(\.name) == ["Sade"])
    #expect(people.map(\.home.city) == ["Ibadan"])
    // Objects that the program does not know follow the renames.
    #expect(try await fixture.texts("SELECT name FROM names") == ["Sade"])
    #expect(try await fixture.db.schema().table("pet")?.references[0].table == "person")
  }
}
