import CSQLite
import ORMCore

extension DatabaseError {
  /// Adds the nearest existing name to an error about a missing table or column.
  ///
  /// SQLite reports only a message: `no such table: albun`, `no such column: a.titel`,
  /// `table album has no column named titel`. The names are queried only if a statement could not
  /// be prepared.
  func suggestingName(on connection: OpaquePointer) -> DatabaseError {
    // Characters: whether there is a hint
    guard extendedCode.primary == .error, hint == nil else { return self }
    var error = self
    if let hint = hintOfDoubleQuotes(on: connection) {
      error.hint = hint
    } else if let name = nameOfMissingTable {
      error.hint = tables(on: connection).nearest(to: name).map { "there is \($0)" }
    } else if let name = name(behind: "no such column: ") ?? name(behind: " has no column named ") {
      error.hint = columns(on: connection).nearest(to: name).map { "there is \($0)" }
    }
    return error
  }

  /// Returns a hint that names the trigger or view with the missing column's name in double quotes,
  /// which other programs read as a string; nil if the statement itself contains it.
  func hintOfDoubleQuotes(on connection: OpaquePointer) -> String? {
    guard let text = rest(behind: "no such column: ") else { return nil }
    // Later versions of SQLite include the quotes in the message.
    let isQuoted = text.utf8.first == UInt8(ascii: "\"")
    let name = String(Substring(isQuoted ? text.utf8.dropFirst().dropLast() : text.utf8))
    if sql?.hasInDoubleQuotes(name) == true { return nil }
    let objects = ["main.sqlite_schema", "temp.sqlite_schema"].map {
      "SELECT type, name, sql FROM \($0) WHERE type IN ('trigger', 'view')"
    }
    let found = try? RawConnection(connection).texts(objects.joined(separator: " UNION ALL "))
      .first { $0[2].hasInDoubleQuotes(name) }
    return found.map { found in
      "the \(found[0]) \(found[1]) contains it as a string in double quotes: write it in single"
        + " quotes, or set Configuration.allowsDoubleQuotedStrings"
    }
  }

  /// The name of the missing table, if the error is about one.
  var nameOfMissingTable: String? { name(behind: "no such table: ") }

  /// Returns the end of the message, after these words.
  private func rest(behind words: String) -> Substring? {
    guard extendedCode.primary == .error,
      let range = message.utf8.firstRange(of: Array(words.utf8))
    else { return nil }
    // Later versions of SQLite append the question whether the name in double quotes should have
    // been a string.
    let rest = Substring(message.utf8[range.upperBound...])
    let name = rest.utf8.firstRange(of: Array(" - should".utf8)).map { rest[..<$0.lowerBound] }
    return name ?? rest
  }

  /// Returns the last part of the name at the end of the message.
  private func name(behind words: String) -> String? {
    guard let last = rest(behind: words)?.utf8.split(separator: UInt8(ascii: ".")) else {
      return nil
    }
    return last.last.map { String(decoding: $0.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self) }
  }

  private func tables(on connection: OpaquePointer) -> [String] {
    let schemas = ["sqlite_schema", "temp.sqlite_schema"].map {
      "SELECT name FROM \($0) WHERE type IN ('table', 'view')"
        + " AND name NOT LIKE 'sqlite|_%' ESCAPE '|'"
    }
    return Self.texts(schemas.joined(separator: " UNION "), on: connection)
  }

  /// The columns of the tables that the statement names.
  private func columns(on connection: OpaquePointer) -> [String] {
    var words: Set<[UInt8]> = []
    var tokens = SQLTokens(sql ?? "")
    while let token = tokens.next() {
      switch token.kind {
      case .word, .string, .quotedName: words.insert(token.unquoted.utf8.map(\.lowered))
      default: break
      }
    }
    return tables(on: connection).filter { words.contains($0.utf8.map(\.lowered)) }.flatMap {
      Self.texts(
        "SELECT name FROM pragma_table_xinfo(\(SQLValue.text($0).literal))", on: connection)
    }
  }

  /// The first column of a query's rows; empty if the query fails, as for a view whose table is
  /// missing.
  private static func texts(_ sql: String, on connection: OpaquePointer) -> [String] {
    (try? RawConnection(connection).texts(sql))?.compactMap(\.first) ?? []
  }
}

extension String {
  /// Whether the text contains this name in double quotes.
  fileprivate func hasInDoubleQuotes(_ name: String) -> Bool {
    utf8.contains(UInt8(ascii: "\""))
      && SQLTokens(self).contains { token in
        token.kind == .quotedName && token.text.utf8.first == UInt8(ascii: "\"")
          && token.unquoted.hasSameBytes(as: name)
      }
  }
}

// MARK: - Names that are near

extension [String] {
  /// Returns the nearest name that differs in at most a third of the letters.
  fileprivate func nearest(to name: String) -> String? {
    let name = Array<UInt8>(name.utf8.map(\.lowered))
    let limit = Swift.max(1, name.count / 3)
    let distances = map { (name: $0, distance: name.distance(to: $0.utf8.map(\.lowered))) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.flatMap { $0.distance <= limit ? $0.name : nil }
  }
}

extension [UInt8] {
  /// Returns the number of bytes to insert, remove, replace or swap with their neighbour.
  fileprivate func distance(to other: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array<Int>(0...other.count)
    for row in indices {
      var next = [row + 1]
      for column in other.indices {
        let isSame = self[row] == other[column]
        var distance = Swift.min(
          last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0 && column > 0 && self[row] == other[column - 1]
          && self[row - 1] == other[column]
        {
          distance = Swift.min(distance, before[column - 1] + 1)
        }
        next.append(distance)
      }
      before = last
      last = next
    }
    return last[other.count]
  }
}

extension UInt8 {
  /// The byte in lower case if it is an ASCII letter, as SQLite compares names.
  fileprivate var lowered: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}
