import ORM

extension UnicodeRun {
  private func compare(
    _ found: [Twin], _ what: String, where isMeant: (Twin) -> Bool
  ) throws {
    let expected = model.values.filter(isMeant).map(\.content)
    try promise(
      found.count == expected.count && expected.allSatisfy(found.map(\.content).contains),
      "\(what) finds \(expected), and not \(found.map(\.content))")
  }

  mutating func find() async throws {
    let key = key()
    let found = try await db.find(Twin.self, key)
    try promise(found?.content == model[key.bytes]?.content, "\(key.bytes) is found by its bytes")
    try promise(
      try await db.exists(Twin.self, key: key) == (model[key.bytes] != nil), "a row exists or not")
    let small = glyphs.twin(of: known()?.small ?? "")
    try compare(try await db.fetch(Twin.where { $0.small == small }), "==") {
      $0.small.bytes == small.bytes
    }
    try compare(try await db.fetch(Twin.where { $0.capital != small }), "!=") {
      $0.capital?.bytes != small.bytes
    }
    count("finds")
  }

  mutating func list() async throws {
    var keys: [String] = []
    for _ in 0..<Int.random(in: 0...20, using: &glyphs.random) { keys.append(key()) }
    let bytes = Set(keys.map(\.bytes))
    let found = try await db.fetch(Twin.where { $0.key.in(keys) })
    try compare(found, "IN of \(bytes)") { bytes.contains($0.key.bytes) }
    try promise(
      try await db.count(Twin.where { $0.key.in(keys) }) == found.count, "as many are counted")
    count("lists")
  }

  mutating func like() async throws {
    // SQLite's LIKE ends a text at its first NUL.
    let part = glyphs.twin(of: known()?.small ?? "").bytes.prefix { $0 != 0 }
    var pattern: Bytes = []
    for byte in part {
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\") {
        pattern.append(UInt8(ascii: "\\"))
      }
      pattern.append(byte)
    }
    let text = "%" + String(decoding: pattern, as: UTF8.self) + "%"
    let folded = String(decoding: part, as: UTF8.self).folded
    let found = try await db.fetch(Twin.where { $0.small.like(text, escape: "\\") })
    try compare(found, "LIKE of \(pattern)") { entry in
      let own = Bytes(entry.small.folded.prefix { $0 != 0 })
      return folded.isEmpty || own.indices.contains { own[$0...].starts(with: folded) }
    }
    count("patterns")
  }

  mutating func pages() async throws {
    let query = Twin.order { $0.small }
    let size = Int.random(in: 1...4, using: &glyphs.random)
    var keys: [Bytes] = []
    var page = try await db.fetch(query.page(size: size))
    while true {
      keys += page.rows.map(\.key.bytes)
      guard let next = page.next else { break }
      let text = next.description
      guard let cursor = Page<Twin>.Cursor(text) else {
        throw BrokenPromise("a cursor is read again: \(text)")
      }
      page = try await db.fetch(query.page(after: cursor, size: size))
    }
    let expected = model.values.sorted {
      $0.small.bytes == $1.small.bytes ? $0.key.isBefore($1.key) : $0.small.isBefore($1.small)
    }
    try promise(
      keys == expected.map(\.key.bytes), "the pages have each row once, in the order of bytes")
    count("walks through pages")
  }

  mutating func rawRows() async throws {
    guard let known = known() else { return }
    let row = try await db.first(
      Row.self, sql: "SELECT * FROM \(Twin.self) WHERE \(identifier: "KEY") = \(known.key)")
    try promise(
      try row?["\u{E9}"] == .text(known.small)
        && row?["\u{C9}"] == known.capital.map { .text($0) } ?? .null
        && row?["e\u{301}"] == .integer(Int64(known.decomposed)) && row?["Key"] == .text(known.key),
      "a row without a type has \(known.content)")
    let query = SQLQuery<Twin>("SELECT * FROM \(Twin.self) WHERE key IN \([known.key]);")
    try promise(try await db.fetch(query).first?.content == known.content, "by name, too")
    let text = glyphs.text()
    let literal = try await db.value(
      String.self, sql: "SELECT \(raw: SQLValue.text(text).literal)")
    try promise(literal.bytes == text.bytes, "the literal of \(text.bytes) is that text")
    count("rows without a type")
  }

  /// Makes a table of random names, writes a row, and reads it by these names.
  mutating func namesOfItsOwn() async throws {
    let table = glyphs.name()
    if table.folded.starts(with: "sqlite_".utf8) || table.folded == "eintr\u{E4}ge".folded
      || table.folded == "eintra\u{308}ge".folded
    {
      return
    }
    var columns: [String] = []
    for _ in 0..<5 {
      let name = columns.isEmpty || glyphs.chance(2) ? glyphs.name() : glyphs.twin(of: columns[0])
      if !name.isEmpty, !columns.contains(where: { $0.folded == name.folded }) {
        columns.append(name)
      }
    }
    var schema = TableSchema(table)
    for (number, column) in columns.enumerated() { schema.add(column, Int.self, value: number) }
    let statements = schema.createStatements(ifNotExists: false)
    for sql in statements { try await db.execute("\(raw: sql)") }
    try await db.execute("\(raw: "INSERT INTO \(table.quotedIdentifier) DEFAULT VALUES")")
    let row = try await db.first(Row.self, sql: "SELECT * FROM \(identifier: table)")
    for (number, column) in columns.enumerated() {
      try promise(
        try row?[column] == .integer(Int64(number)), "the column \(column.bytes) is found by name")
      let value = try await db.value(
        Int.self, sql: "SELECT \(identifier: column) FROM \(identifier: table)")
      try promise(value == number, "the column \(column.bytes) is found in quotes")
    }
    try await db.execute("\(raw: schema.dropSQL())")
    // A change of the schema is one of which a stream knows no rows.
    try await renewStream()
    count("tables of random names")
  }

  /// Looks whether an observer is told that a text has become its twin.
  mutating func observe() async throws {
    guard var entry = known() else { return }
    var values = db.observe(Twin.self, entry.key).makeAsyncIterator()
    try promise(
      try await values.next()??.content == entry.content, "an observer is told of the row")
    let twin = glyphs.twin(of: entry.small)
    if twin.bytes == entry.small.bytes { return }
    entry.small = twin
    try await db.update(entry)
    try promise(
      try await values.next()??.content == entry.content,
      "an observer is told that \(entry.content) has changed")
    model[entry.key.bytes] = entry
    try await copy.save(entry)
    try await expectChanges(updated: [entry.key])
    count("observed changes")
  }
}
