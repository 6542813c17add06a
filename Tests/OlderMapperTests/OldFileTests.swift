import Foundation
import ORM
import Testing

/// Files in the format of each mapper, created by SQL.
@Suite("Files of older mappers")
struct OldFileTests {
  /// Creates a database by a script, as another program would.
  private func open(_ script: SQL) async throws -> Database {
    let db = try Database.inMemory()
    try await db.execute(script: script)
    return db
  }

  @Table(strict: false)
  struct FMAlbum: Equatable {
    @Column("ID") var id: Int?
    @Column("TITLE") var title: String?
    @Column("ARTIST_ID") var artistID: Int?
    @Column("PUBLISH_DATE") var publishDate: Date?
    @Column("PRICE") var price: Double?
    @Column("COVER") var cover: Data?
    @Column("FLAGS", nullAsDefault: true) var flags: Int = 0
  }

  @Test("FMPersisting: a file with NUMERIC dates, whole numbers and NULLs is read and migrated")
  func fmPersisting() async throws {
    let db = try await open(
      """
      CREATE TABLE fmAlbum (ID integer primary key, TITLE text, ARTIST_ID integer, PUBLISH_DATE numeric,
        PRICE numeric, COVER blob, FLAGS integer);
      INSERT INTO fmAlbum VALUES (1, 'Promise', 7, 500000000.0, 12.0, x'0102', NULL),
        (2, NULL, NULL, NULL, 9.5, NULL, 3);
      """)
    let albums = try await db.fetch(FMAlbum.order { $0.id })
    #expect(albums.map(\.price) == [12, 9.5] && albums.map(\.flags) == [0, 3])
    #expect(albums[0].publishDate == Date(timeIntervalSince1970: 500_000_000))
    var album = albums[1]
    album.title = "Love Deluxe"
    try await db.update(album)
    try await db.migrate(
      to: Schema(of: FMAlbum.self), allowing: [.changingValues("fmAlbum", "PRICE")])
    #expect(try await db.fetch(FMAlbum.order { $0.id }).map(\.title) == ["Promise", "Love Deluxe"])
    try await db.verify(Schema(of: FMAlbum.self))
  }

  @Table("user", strict: false)
  struct MTLUser: Equatable {
    @Column("guid", primaryKey: true) var id: String
    var name: String?
    var age: Int?
    @Column(as: ISO8601Seconds.self) var created: Date?
  }

  @Test("MTLFMDBAdapter: a file with dates as text is read, written and migrated")
  func mtl() async throws {
    let db = try await open(
      """
      CREATE TABLE user (guid varchar(36) primary key, name text, age int, created text);
      INSERT INTO user VALUES ('a-1', 'Sade', 3, '2014-05-01T10:00:00Z'), ('a-2', NULL, NULL, NULL);
      """)
    let users = try await db.fetch(MTLUser.order { $0.id })
    #expect(users[0].created == Date(timeIntervalSince1970: 1_398_938_400) && users[1].age == nil)
    try await db.save(MTLUser(id: "a-3", name: "Adu"))
    try await db.migrate(to: Schema(of: MTLUser.self))
    #expect(try await db.fetch(MTLUser.order { $0.id }).map(\.name) == ["Sade", nil, "Adu"])
    try await db.verify(Schema(of: MTLUser.self))
  }

  @Table("batter", strict: false)
  struct FOBatter: Equatable {
    @Column(primaryKey: true) var identifier: Int
    var name: String?
    var average: Double?
    var birth: Date?
  }

  @Test("FOMapping: a file with numeric dates is migrated, and a text among them is refused")
  func fo() async throws {
    let db = try await open(
      """
      CREATE TABLE batter (identifier INTEGER NOT NULL PRIMARY KEY, name TEXT, average REAL, birth);
      INSERT INTO batter VALUES (1, 'a', 0.3, 86400.0), (2, 'b', NULL, '1970-01-02 00:00:00');
      """)
    // SQLite sorts text after numbers, so it would be the latest date.
    await #expect(throws: RowDecodingError.self) { try await db.fetch(FOBatter.self) }
    try await db.execute("UPDATE batter SET birth = unixepoch(birth) WHERE typeof(birth) = 'text'")
    let batters = try await db.fetch(FOBatter.order { $0.identifier })
    #expect(batters.map(\.birth?.timeIntervalSince1970) == [86_400, 86_400])
    var new = batters[0]
    new.identifier = 9
    #expect(try await db.updateChanges(new, from: batters[0]))
    try await db.migrate(
      to: Schema(of: FOBatter.self), allowing: [.changingValues("batter", "birth")])
    #expect(try await db.fetch(FOBatter.order { $0.identifier }).map(\.identifier) == [2, 9])
  }

  @Table("Contact", strict: false)
  struct MOContact: Equatable {
    @Column("contactId", primaryKey: true) var id: Int?
    var fullname: String?
    var dateCreated: Date?
    var amount: Double?
    var email: String?
  }

  @Test("ObjCMiniORM: a file with NUMBER columns and a history of scripts is migrated")
  func mo() async throws {
    let db = try await open(
      """
      CREATE TABLE Contact (contactId INTEGER PRIMARY KEY, fullname TEXT, dateCreated NUMBER, amount NUMBER);
      INSERT INTO Contact VALUES (1, 'a', 1300000000, 3), (2, 'b', NULL, 2.5);
      CREATE TABLE _migrateHistory (timestamp REAL, runOn REAL);
      INSERT INTO _migrateHistory VALUES (20120101, 1325376000);
      """)
    try await db.migrate(
      to: Schema(of: MOContact.self),
      steps: MigrationList {
        MigrationStep("20120101.0", sql: "this has run already")
        MigrationStep("20261123", sql: "UPDATE Contact SET email = fullname || '@example.org'")
      }, allowing: [.changingValues("Contact", "dateCreated")])
    let contacts = try await db.fetch(MOContact.order { $0.id })
    #expect(contacts.map(\.amount) == [3, 2.5])
    #expect(contacts.map(\.email) == ["a@example.org", "b@example.org"])
    #expect(contacts[0].dateCreated == Date(timeIntervalSince1970: 1_300_000_000))
    #expect(try await db.saveByPositiveKey(MOContact(id: 0, fullname: "c")).id == 3)
  }

  @Table("test_table", strict: false)
  struct KitRow: Equatable {
    @Column("object_id", primaryKey: true) var id: String
    @Column("db_string") var string: String?
    @Column("db_number") var number: Int?
  }

  @Test("SQLite Kit: a file with text keys and types with a length is read, written and migrated")
  func kit() async throws {
    let db = try await open(
      """
      CREATE TABLE `test_table` (`object_id` VARCHAR(36) PRIMARY KEY, db_string TEXT DEFAULT "None",
        db_number INTEGER UNIQUE);
      INSERT INTO test_table (object_id, db_number) VALUES ('007', 1), ('9F6E', 2);
      """)
    let rows = try await db.fetch(KitRow.order { $0.id })
    #expect(rows.map(\.id) == ["007", "9F6E"] && rows.map(\.string) == ["None", "None"])
    try await db.migrate(to: Schema(of: KitRow.self))
    try await db.save(KitRow(id: "x", string: "new", number: 3))
    #expect(try await db.fetch(KitRow.order { $0.number }).map(\.id) == ["007", "9F6E", "x"])
  }
}
