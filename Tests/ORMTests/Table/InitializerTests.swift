import Foundation
import ORM
import Testing

// Structs without a memberwise initializer of their columns.

@Table private struct Greeting: Equatable {
  let id: Int
  var text: String
  var reader: String?

  init(_ text: String) {
    id = 0
    self.text = text
    reader = "nobody"
  }
}

@Table private struct Secret: Equatable {
  let id: Int
  private var text: String?
  var reader: String

  static func of(_ text: String?) -> Draft { Draft(text: text, reader: "me") }
}

@propertyWrapper private struct Trimmed: Equatable, Sendable {
  var wrappedValue: String { didSet { trim() } }
  init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
    trim()
  }
  private mutating func trim() {
    let trimmed = wrappedValue.trimmingCharacters(in: .whitespaces)
    if trimmed != wrappedValue { wrappedValue = trimmed }
  }
}

@Table private struct Page: Equatable {
  let id: Int
  @Trimmed var title: String
  var number: Int?
}

@Table private struct Essay: Equatable {
  let id: Int
  var row: String
  @Ignored var isOpen = false
  var index: Int?
  @Ignored lazy var words = row.split(separator: " ").count
  @Ignored let version = 2
  var image: Lazy<[UInt8]?>
  var `default`: Bool
}

@Table private struct Range: Equatable {
  let id: Int
  var name: String?
  @Ignored var (lower, upper) = (1, 9)
}

@Suite("Initializers of tables")
struct InitializerTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Greeting.self, Secret.self, Page.self, Essay.self, Range.self)
  }

  @Test("A table can have an initializer of its own")
  func ownInitializer() async throws {
    let stored = try await db.insert(Greeting.Draft(text: "Hello", reader: nil))
    let read = try #require(try await db.find(Greeting.self, stored.id))
    #expect(read == stored)
    #expect(read.reader == nil)
    #expect(Greeting("Hello").reader == "nobody")
  }

  @Test("A column can be private")
  func privateColumn() async throws {
    let stored = try await db.insert([Secret.of("x"), Secret.of(nil)])
    #expect(try await db.fetch(Secret.self) == stored)
    #expect(stored[0] != stored[1])
  }

  @Test("A column can have a property wrapper")
  func wrapper() async throws {
    try await db.execute("INSERT INTO page (title, number) VALUES ('  A title ', 3)")
    let page = try #require(try await db.fetch(Page.self).first)
    #expect(page.title == "A title")
    #expect(page.number == 3)
  }

  @Test("Ignored properties have their default values, and a lazy column is not loaded")
  func ignored() async throws {
    try await db.insert(
      Essay.Draft(row: "three short words", index: 4, image: .loaded([1]), default: true))
    var essay = try #require(try await db.fetch(Essay.self).first)
    #expect(essay.row == "three short words")
    #expect(essay.index == 4)
    #expect(essay.image == .unloaded)
    #expect(essay.default)
    #expect(!essay.isOpen)
    #expect(essay.words == 3)
    #expect(essay.version == 2)
  }

  @Test("Ignored variables of a tuple pattern have their default values")
  func ignoredPattern() async throws {
    let stored = try await db.insert(Range.Draft(name: "digits"))
    let read = try #require(try await db.fetch(Range.self).first)
    #expect(read == stored)
    #expect(read.name == "digits" && read.lower == 1 && read.upper == 9)
  }
}
