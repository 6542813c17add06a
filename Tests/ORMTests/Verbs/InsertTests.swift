import Foundation
import ORM
import Testing

/// A text that is stored in lower case.
private struct Slug: RawRepresentable, ColumnValue, Equatable {
  var rawValue: String

  static func asStored(_ value: Slug) throws -> Slug { Slug(rawValue: value.rawValue.lowercased()) }

  static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Slug, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(value.rawValue.lowercased(), at: position)
  }
}

@Table private struct Article: Equatable {
  let id: Int
  var slug: Slug
}

@Table private struct Gauge: Equatable {
  let id: Int
  var at: Date
  var value: Double?
  var note: String

  /// Whether the rows are equal including the sign of zero, which `==` ignores.
  static func areSame(_ left: [Self], _ right: [Self]) -> Bool {
    left == right && left.map(\.value?.sign) == right.map(\.value?.sign)
  }
}

@Suite("Inserting rows")
struct InsertTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(
      Band.self, Record.self, Seat.self, Label.self, Member.self, Play.self, Concert.self,
      Poster.self)
    try await db.execute(script: "\(raw: Concert.trigger)")
  }

  @Test("A row inserted without a key is returned with its generated key")
  func generatedKey() async throws {
    let first = try await db.insert(Record(title: "Promise"))
    let second = try await db.insert(Record(title: "Dusk"))
    #expect(first.id == 1)
    #expect(second.id == 2)
    #expect(try await db.fetch(Record.self) == [first, second])
  }

  @Test(
    "An insert and a save return rows as a fetch does, even if storing loses precision")
  func lossyValues() async throws {
    try await db.create(Gauge.self)
    let fine = Date(timeIntervalSinceReferenceDate: 0.123_456_789_012)
    let exact = Date(timeIntervalSince1970: 5)
    let rows = [
      Gauge(id: 1, at: exact, value: 1.5, note: "exact"),
      Gauge(id: 2, at: exact, value: nil, note: "exact"),
      Gauge(id: 3, at: fine, value: 0, note: "a date that is finer than what is stored"),
      Gauge(id: 4, at: exact, value: -0.0, note: "a sign that is lost"),
    ]
    for row in rows {
      let inserted = try await db.insert(row)
      #expect(
        Gauge.areSame([inserted], try await db.fetch(Gauge.self, where: { $0.id == row.id })))
      let saved = try await db.save(row)
      #expect(Gauge.areSame([saved], [inserted]))
    }
    let fetched = try await db.fetch(Gauge.order { $0.id })
    #expect(Gauge.areSame(try await db.save(rows), fetched))
    #expect(!Gauge.areSame(fetched, rows))
    for some in [rows, Array(rows.prefix(2))] {
      try await db.deleteAll(Gauge.self)
      #expect(Gauge.areSame(try await db.insert(some), Array(fetched.prefix(some.count))))
    }
  }

  @Test("An insert returns a text as its type stores it")
  func ownRepresentation() async throws {
    try await db.create(Article.self)
    let articles = [
      Article(id: 1, slug: Slug(rawValue: "Vita-Nova")),
      Article(id: 2, slug: Slug(rawValue: "ode")),
    ]
    let inserted = try await db.insert(articles)
    #expect(inserted.map(\.slug.rawValue) == ["vita-nova", "ode"])
    #expect(try await db.fetch(Article.order { $0.id }) == inserted)
    #expect(try await db.save(articles[0]) == inserted[0])
  }

  @Test("A key that the caller sets is kept", arguments: [Int.min, -1, 0, 42, Int.max])
  func keptKey(id: Int) async throws {
    let record = try await db.insert(Record(id: id, title: "Promise"))
    #expect(record.id == id)
    #expect(try await db.find(Record.self, id) == record)
    let band = try await db.insert(Band(id: id, name: "Sade"))
    #expect(try await db.fetch(Band.self) == [band])
  }

  @Test("Inserting a draft returns the row with its key")
  func draft() async throws {
    let founded = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
    let sade = try await db.insert(Band.Draft(name: "Sade", founded: founded))
    #expect(sade.id == 1)
    #expect(try await db.fetch(Band.self) == [sade])
    let more = try await db.insert([Band.Draft(name: "Low"), Band.Draft(name: "Air")])
    #expect(more.map(\.id) == [2, 3])
    #expect(more.map(\.name) == ["Low", "Air"])
    let none = try await db.insert([Band.Draft]())
    #expect(none == [])
  }

  @Test("A draft gets the next key after a row with an explicit key")
  func draftAfterRow() async throws {
    try await db.insert(Band(id: 7, name: "Sade"))
    let low = try await db.insert(Band.Draft(name: "Low"))
    #expect(low.id == 8)
    try await db.insert(Band(id: 3, name: "Air"))
    #expect(try await db.insert(Band.Draft(name: "Can")).id == 9)
  }

  @Test(
    "An insert returns a date as a fetch does",
    arguments: [
      Date(timeIntervalSinceReferenceDate: 0.1), .now, .distantPast, .distantFuture,
      Date(timeIntervalSince1970: -1e-7), Date(timeIntervalSince1970: 1_700_000_000.123_456_7),
    ])
  func dates(date: Date) async throws {
    let band = try await db.insert(Band(id: 1, name: "Sade", founded: date))
    #expect(try await db.find(Band.self, 1) == band)
    let play = try await db.insert(Play(at: date, title: "Paradise"))
    #expect(try await db.fetch(Play.self) == [play])
    let many = try await db.insert([Play(at: date, title: "Jezebel")])
    #expect(try await db.fetch(Play.self, where: { $0.title == "Jezebel" }) == many)
  }

  @Test("An insert of some columns sets the others to their defaults, and returns them")
  func partial() async throws {
    let record = try await db.insert(Record.self) { $0.title = "Promise" }
    #expect(record == Record(id: 1, title: "Promise", bandID: nil, plays: 0, note: nil))
    #expect(try await db.fetch(Record.self) == [record])
    let concert = try await db.insert(Concert.self) { $0.title = "Live" }
    #expect(concert.place == "to be announced")
    #expect(concert.headline == "LIVE")
    #expect(try await db.fetch(Concert.self) == [concert])
  }

  @Test("An insert of some columns throws if a required column is missing, and names it")
  func partialWithoutNeeded() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Record.self) { $0.plays = 3 }
    }
    #expect(error?.violation?.kind == .notNull)
    #expect(error?.violation?.columns == ["title"])
    #expect(try await db.count(Record.self) == 0)
  }

  @Test("An insert returns the values of defaults, generated columns and triggers")
  func filled() async throws {
    let left = try await db.insert(Concert(title: "Live"))
    let expected = Concert(
      id: 1, title: "Live", place: "to be announced", headline: "LIVE", stamp: "stamp 1")
    #expect(left == expected)
    #expect(try await db.fetch(Concert.self) == [left])
    let given = try await db.insert(
      Concert(id: 7, title: "Late", place: "Paris", headline: "ignored", stamp: "ignored"))
    #expect(given.place == "Paris")
    #expect(given.headline == "LATE")
    #expect(given.stamp == "stamp 7")
    #expect(try await db.find(Concert.self, 7) == given)
    let many = try await db.insert([Concert(title: "One"), Concert(title: "Two", place: "Rome")])
    #expect(many.map(\.stamp) == ["stamp 8", "stamp 9"])
    let later = try await db.fetch(Concert.self, where: { $0.id > 7 })
    #expect(later == many)
  }

  @Test("Rows with a key of two columns, a text key, or no key are inserted")
  func otherKeys() async throws {
    let seat = try await db.insert(Seat(line: "A", number: 1))
    #expect(try await db.fetch(Seat.self) == [seat])
    let label = try await db.insert(Label(name: "Epic"))
    #expect(try await db.fetch(Label.self) == [label])
    let member = try await db.insert(Member(bandID: 1, person: "Sade Adu"))
    #expect(try await db.fetch(Member.self) == [member])
    let play = Play(at: Date(timeIntervalSince1970: 1), title: "Paradise")
    try await db.insert([play, play])
    #expect(try await db.fetch(Play.self) == [play, play])
  }

  @Test("An insert does not set a lazy column that is not loaded")
  func lazy() async throws {
    try await db.insert(Poster(id: 1, caption: "Live", image: .unloaded))
    let poster = try await db.insert(Poster(id: 2, caption: "Late", image: .loaded([1])))
    #expect(poster.image == .unloaded)
    #expect(try await db.load(\.image, of: poster) == [1])
    #expect(try await db.fetch(Poster.self).map(\.id) == [1, 2])
  }

  @Test("The insert methods of a connection are synchronous")
  func synchronous() async throws {
    let (inserted, bands, last) = try await db.transaction { tx in
      let band = try tx.insert(Band.Draft(name: "Sade"))
      let bands = try tx.insert([Band.Draft(name: "Low")])
      let record = try tx.insert(Record(title: "Promise", bandID: band.id))
      let records = try tx.insert([Record(title: "Dusk"), Record(id: 9, title: "Dawn")])
      let partial = try tx.insert(Record.self) { $0.title = "Noon" }
      return ([record, records[0], records[1], partial], bands, tx.lastInsertRowID)
    }
    #expect(last == 10)
    #expect(bands.map(\.id) == [2])
    #expect(inserted.map(\.id) == [1, 2, 9, 10])
    #expect(try await db.fetch(Record.self) == inserted)
  }
}
