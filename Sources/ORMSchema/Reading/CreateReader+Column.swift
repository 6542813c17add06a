import ORMCore

extension CreateReader {
  /// Reads a column with its constraints; keys, checks and references are added to the table.
  mutating func readColumn(into table: inout Schema.Table) throws(Failure) {
    var column = Schema.Column(try name())
    constraintName = nil
    checkName = nil
    column.type = try type()
    while try readConstraint(of: &column, into: &table) {}
    table.columns.append(column)
  }

  mutating func readConstraint(
    of column: inout Schema.Column, into table: inout Schema.Table
  ) throws(Failure) -> Bool {
    if accept("CONSTRAINT") {
      constraintName = try name()
      checkName = constraintName
      return true
    }
    let name = constraintName
    if accept("DEFAULT") {
      column.defaultValue = Schema.Default(try defaultValue(), name: name)
    } else if accept("NOT", "NULL") {
      column.notNull = Schema.NotNull(name: name, conflict: try conflict())
    } else if accept("NULL") {
      _ = try conflict()
    } else if isNext("NOT", "DEFERRABLE") || isNext("DEFERRABLE") {
      // It applies to the last reference, even one of another column.
      let deferral = try deferral()
      if !table.references.isEmpty {
        table.references[table.references.count - 1].deferral = deferral
      }
    } else if accept("PRIMARY") {
      try expect("KEY")
      table.keys.append(try key(.primary, of: column, name: name))
    } else if accept("UNIQUE") {
      table.keys.append(try key(.unique, of: column, name: name))
    } else if accept("CHECK") {
      table.checks.append(
        Schema.Check(try parenthesizedText(), name: checkName, column: column.name))
    } else if accept("REFERENCES") {
      var reference = try reference(of: [column.name])
      reference.name = name
      reference.isOnColumn = true
      table.references.append(reference)
    } else if accept("COLLATE") {
      column.collation = try self.name()
    } else if accept("AS") || isNext("GENERATED") {
      column.generated = try generated(name: name)
    } else {
      return false
    }
    constraintName = nil
    return true
  }

  private mutating func key(
    _ kind: Schema.Key.Kind, of column: Schema.Column, name: String?
  ) throws(Failure) -> Schema.Key {
    var part = Schema.IndexedColumn(column.name)
    if kind == .primary { part.isDescending = !accept("ASC") && accept("DESC") }
    let conflict = try conflict()
    let isAutoincrement = kind == .primary && accept("AUTOINCREMENT")
    return Schema.Key(
      kind, [part], name: name, conflict: conflict, isAutoincrement: isAutoincrement,
      isOnColumn: true)
  }

  /// Reads the part after `AS`, or from `GENERATED` on.
  private mutating func generated(name: String?) throws(Failure) -> Schema.Generated {
    if accept("GENERATED", "ALWAYS") { try expect("AS") }
    let expression = try parenthesizedText()
    let isStored = accept("STORED")
    if !isStored { _ = accept("VIRTUAL") }
    return Schema.Generated(expression, isStored: isStored, name: name)
  }

  /// Reads the part after `DEFAULT`.
  mutating func defaultValue() throws(Failure) -> String {
    if isNext(symbol: "(") { return try parenthesizedText() }
    let start = position
    if accept(symbol: "-") || accept(symbol: "+") {
      position += 1
      guard position <= tokens.count else { throw failure("a number") }
      return text(start..<position)
    }
    guard let token = current else { throw failure("a value") }
    position += 1
    let isName = token.kind == .quotedName || token.kind == .word && !token.isLiteralWord
    return isName ? token.unquoted.quotedText : String(token.text)
  }
}

// MARK: - Types

extension CreateReader {
  /// Reads the declared type, cut and unquoted as SQLite does in `sqlite3AddColumn`.
  fileprivate mutating func type() throws(Failure) -> String {
    let start = position
    while let token = current, token.canBeName, !token.endsType { position += 1 }
    if position > start, isNext(symbol: "(") { _ = try parenthesized() }
    guard position > start else { return "" }
    var type = sql.utf8[tokens[start].text.startIndex..<tokens[position - 1].text.endIndex]
    // SQLite's parser reads `GENERATED ALWAYS` as words of the type.
    if type.count >= 16, type.hasSuffix("always") {
      type = type.dropLast(6).trimmed
      if type.hasSuffix("generated") { type = type.dropLast(9).trimmed }
    }
    return String(Substring(type)).withoutTypeQuotes
  }
}

extension String {
  /// The type without its quotes. SQLite removes the first and the last byte, whatever the last is;
  /// if there are other quotes between them, it keeps the text inside the first pair.
  fileprivate var withoutTypeQuotes: String {
    guard let first = utf8.first, first.isQuote else { return self }
    let inside = utf8.dropFirst().dropLast()
    if utf8.count > 2, !inside.contains(where: \.isQuote) { return String(Substring(inside)) }
    return SQLTokens(self).first { _ in true }?.unquoted ?? self
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { [0x22, 0x27, 0x60, 0x5B].contains(self) }
}

extension Schema.Column {
  /// Whether SQLite reads the type back unchanged if it is written without quotes.
  var isTypeOfWords: Bool {
    var reader = CreateReader("\(type))")
    let read = try? reader.type()
    return read?.hasSameBytes(as: type) == true && reader.position == reader.tokens.count - 1
      && reader.current?.isSymbol(")") == true
  }
}

extension SQLToken {
  /// Whether the word is reserved, and begins a constraint.
  fileprivate var endsType: Bool {
    guard kind == .word else { return false }
    return isKeyword("CONSTRAINT") || isKeyword("DEFAULT") || isKeyword("NULL") || isKeyword("NOT")
      || isKeyword("PRIMARY") || isKeyword("UNIQUE") || isKeyword("CHECK") || isKeyword("AS")
      || isKeyword("REFERENCES") || isKeyword("COLLATE") || isKeyword("DEFERRABLE")
  }
}

extension Substring.UTF8View {
  fileprivate func hasSuffix(_ word: StaticString) -> Bool {
    count >= word.utf8CodeUnitCount
      && String(Substring(suffix(word.utf8CodeUnitCount))).isSameName(as: "\(word)")
  }
}

extension String {
  /// The text as SQL, in single quotes.
  var quotedText: String {
    var bytes: [UInt8] = [UInt8(ascii: "'")]
    for byte in utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "'") { bytes.append(byte) }
    }
    return String(decoding: bytes + [UInt8(ascii: "'")], as: UTF8.self)
  }
}
