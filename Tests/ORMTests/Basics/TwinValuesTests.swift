import ORM
import Testing

@Table private struct Note: Equatable {
  var id: Int?
  var text: String
}

@Table private struct Word {
  @Column(primaryKey: true) var word: String
  var count: Int
}

extension Word {
  var bytes: [UInt8] { Array(word.utf8) }
}

@Suite("Values that differ only in the encoding of a letter")
struct TwinValuesTests {
  let db: Database
  let composed = "caf\u{E9}"
  let decomposed = "cafe\u{301}"

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Note.self, Word.self)
  }

  @Test("updateChanges writes a value that differs only in encoding")
  func updateFrom() async throws {
    var note = try await db.insert(Note(text: composed))
    let old = note
    note.text = decomposed
    #expect(try await db.updateChanges(note, from: old))
    #expect(try await Array(db.fetch(Note.self)[0].text.utf8) == Array(decomposed.utf8))

    try await db.insert(Word(word: composed, count: 1))
    let moved = try await db.updateChanges(
      Word(word: decomposed, count: 1), from: Word(word: composed, count: 1))
    #expect(moved)
    #expect(try await db.fetch(Word.self).map(\.bytes) == [Array(decomposed.utf8)])
    #expect(
      try await !db.updateChanges(
        Word(word: decomposed, count: 1), from: Word(word: decomposed, count: 1)))
  }

  @Test("Keys that differ only in encoding are two rows")
  func keys() async throws {
    try await db.insert([Word(word: composed, count: 1), Word(word: decomposed, count: 2)])
    #expect(try await db.find(Word.self, composed)?.count == 1)
    #expect(try await db.find(Word.self, decomposed)?.count == 2)
    #expect(try await db.count(Word.where { $0.word == composed }) == 1)
    #expect(try await db.count(Word.where { $0.word.in([composed, decomposed]) }) == 2)
  }

  @Test("A stream of changes reports two keys that differ only in encoding")
  func changes() async throws {
    var stream = try await db.changes(of: Word.self).makeAsyncIterator()
    try await db.insert([Word(word: composed, count: 1), Word(word: decomposed, count: 2)])
    let inserted = try #require(try await stream.next())
    #expect(inserted.isComplete && inserted.inserted.count == 2)

    let (from, to) = (Word(word: composed, count: 1), Word(word: "other", count: 1))
    try await db.updateChanges(to, from: from)
    try await db.updateChanges(
      Word(word: composed, count: 1), from: Word(word: decomposed, count: 2))
    _ = try await stream.next()
    let renamed = try #require(try await stream.next())
    #expect(renamed.inserted.map { Array($0.utf8) } == [Array(composed.utf8)])
    #expect(renamed.deleted.map { Array($0.utf8) } == [Array(decomposed.utf8)])
  }

  @Test("A page's cursor distinguishes values that differ only in encoding")
  func pages() async throws {
    try await db.insert(
      (0..<4).flatMap { number in
        [composed, decomposed].map { Note(text: $0 + "\(number % 2)") }
      })
    let query = Note.order { $0.text }
    var found: [Note] = []
    var page = try await db.fetch(query.page(size: 1))
    while true {
      found += page.rows
      guard let next = page.next else { break }
      page = try await db.fetch(query.page(after: next, size: 1))
    }
    #expect(found.map(\.id) == (try await db.fetch(query)).map(\.id))
    #expect(found.count == 8)
  }
}
