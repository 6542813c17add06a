import ORM

/// A row whose columns have names that look alike.
@Table("eintr\u{E4}ge")
struct Twin: Sendable {
  @Column(primaryKey: true) var key: String
  @Column("\u{E9}") var small: String
  @Column("\u{C9}") var capital: String?
  @Column("e\u{301}") var decomposed: Int
}

extension Twin {
  /// What is compared of an entry.
  struct Content: Equatable, CustomStringConvertible {
    let key: Bytes
    let small: Bytes
    let capital: Bytes?
    let decomposed: Int

    init(_ entry: Twin) {
      key = entry.key.bytes
      small = entry.small.bytes
      capital = entry.capital?.bytes
      decomposed = entry.decomposed
    }

    var description: String { "(\(key), \(small), \(capital ?? []), \(decomposed))" }
  }

  var content: Content { Content(self) }
}

/// Another table, whose name is the first one's in another encoding.
@Table("eintra\u{308}ge")
struct Decoy: Sendable {
  @Column(primaryKey: true) var key: String
  @Column("\u{E9}") var number: Int
}

extension String {
  /// Whether the one is before the other in SQLite's BINARY order.
  func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
