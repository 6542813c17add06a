import CSQLite
import ORM

extension RawValue {
  /// The text, nil where it is no UTF-8.
  var text: String? {
    guard case .text(let bytes) = self else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  fileprivate var isTextOrNull: Bool { self == .null || text != nil }

  fileprivate var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    default: nil
    }
  }
}

extension Shelf {
  /// What the library has to make of these values, nil where they make no shelf.
  init?(raw: [RawValue]) {
    guard case .integer(let id) = raw[0], let name = raw[1].text else { return nil }
    self.init(id: Int(id), name: name)
  }
}

extension Book {
  /// What the library has to make of these values, nil where they make no book.
  init?(raw: [RawValue]) {
    guard case .integer(let id) = raw[0], case .integer(let shelf) = raw[1],
      let title = raw[2].text, let weight = raw[3].real, case .blob(let cover) = raw[4],
      raw[5].isTextOrNull
    else { return nil }
    self.init(
      id: Int(id), shelfID: Int(shelf), title: title, weight: weight, cover: cover,
      note: raw[5].text)
  }
}

extension Shop {
  /// Reads all rows of a sound file by SQLite's own functions, nil where the tables are not there.
  ///
  /// - Parameter isCopy: Whether nobody writes to the file, beside which nothing is made then.
  /// - Throws: ``BrokenPromise`` where the file is not sound.
  static func reading(_ path: String, isCopy: Bool = false) throws -> Shop? {
    do {
      let db =
        isCopy
        ? try RawSQLite("file://\(path)?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        : try RawSQLite(path)
      let findings = try db.rows("PRAGMA integrity_check")
      try promise(findings == [[.text(Array("ok".utf8))]], "\(path) is sound: \(findings)")
      let broken = try db.rows("PRAGMA foreign_key_check")
      try promise(broken.isEmpty, "\(path) has no broken reference")
      let tables = try db.rows("SELECT name FROM sqlite_schema WHERE name IN ('shelf', 'book')")
      if tables.isEmpty { return nil }
      let shelves = try db.rows("SELECT id, name FROM shelf ORDER BY id")
      let books = try db.rows(
        "SELECT id, shelfID, title, weight, cover, note FROM book ORDER BY id")
      var shop = Shop()
      shop.shelves = shelves.compactMap(Shelf.init(raw:))
      shop.books = books.compactMap(Book.init(raw:))
      try promise(
        shop.shelves.count == shelves.count && shop.books.count == books.count,
        "the values in \(path) have their columns' types")
      return shop
    } catch let error as RawError {
      throw BrokenPromise("\(path) can be read without faults: \(error)")
    }
  }
}
