import ORM

extension UnicodeRun {
  /// Does the same to the copy, and to the model.
  private mutating func keep(_ entry: Twin, for old: Twin? = nil) async throws {
    if let old { model[old.key.bytes] = nil }
    model[entry.key.bytes] = entry
    try await copy.transaction { tx in
      if let old { try tx.delete(old) }
      try tx.save(entry)
    }
  }

  mutating func insert() async throws {
    let entry = entry()
    if model[entry.key.bytes] != nil {
      do {
        try await db.insert(entry)
        throw BrokenPromise("the key \(entry.key.bytes) is there, and inserted again")
      } catch let error as DatabaseError {
        try promise(
          error.violation?.kind == .primaryKey
            && error.violation?.columns.map(\.bytes) == ["key".bytes],
          "a second row of a key is refused as that: \(error)")
      }
      // A statement that failed leaves the stream incomplete, where it has changed rows before.
      return count("inserts refused")
    }
    let inserted = try await db.insert(entry)
    try promise(inserted.content == entry.content, "an insert returns what was inserted")
    try await keep(entry)
    try await expectChanges(inserted: [entry.key])
    count("inserts")
  }

  mutating func insertMany() async throws {
    var entries: [Twin] = []
    for _ in 0..<Int.random(in: 2...12, using: &glyphs.random) {
      let entry = entry()
      let isNew =
        model[entry.key.bytes] == nil && !entries.contains { $0.key.bytes == entry.key.bytes }
      if isNew { entries.append(entry) }
    }
    guard !entries.isEmpty else { return }
    let inserted = try await db.insert(entries)
    try promise(inserted.map(\.content) == entries.map(\.content), "an insert returns its rows")
    for entry in entries { try await keep(entry) }
    try await expectChanges(inserted: entries.map(\.key))
    count("inserts of many")
  }

  /// Writes a whole row by a verb that makes it or changes it.
  private mutating func writeWhole(_ entry: Twin) async throws {
    let old = model[entry.key.bytes]
    try await keep(entry)
    if old == nil {
      try await expectChanges(inserted: [entry.key])
    } else if old?.content != entry.content {
      try await expectChanges(updated: [entry.key])
    }
  }

  mutating func save() async throws {
    let entry = entry()
    let saved = try await db.save(entry)
    try promise(saved.content == entry.content, "a save returns what was saved")
    try await writeWhole(entry)
    count("saves")
  }

  mutating func upsert() async throws {
    let entry = entry()
    try await db.run(
      Twin.insert(entry).onConflict { $0.key }.doUpdate { row, excluded in
        row.small = excluded.small
        row.capital = excluded.capital
        row.decomposed = excluded.decomposed
      })
    try await writeWhole(entry)
    count("upserts")
  }

  mutating func update() async throws {
    guard let known = known() else { return }
    let entry = entry(known.key)
    try await db.update(entry)
    try await writeWhole(entry)
    count("updates")
  }

  mutating func writeBySQL() async throws {
    guard let known = known() else { return }
    var entry = known
    entry.small = glyphs.twin(of: known.small)
    let changed = try await db.execute(
      "UPDATE \(Twin.self) SET \(identifier: "\u{E9}") = \(entry.small) WHERE key = \(known.key)")
    try promise(changed == 1, "one row has the key \(known.key.bytes)")
    try await writeWhole(entry)
    count("writes by SQL")
  }

  mutating func updateFrom() async throws {
    guard let known = known() else { return }
    var entry = known
    entry.small = glyphs.chance(4) ? known.small : glyphs.twin(of: known.small)
    entry.capital = known.capital.map { glyphs.twin(of: $0) }
    let isWritten = try await db.updateChanges(entry, from: known)
    try promise(
      isWritten == (entry.content != known.content),
      "a difference from \(known.content) to \(entry.content) is written")
    try await writeWhole(entry)
    count("updates of differences")
  }

  mutating func changeKey() async throws {
    guard let known = known() else { return }
    var entry = known
    entry.key = glyphs.twin(of: known.key)
    let isOther = entry.key.bytes != known.key.bytes
    if isOther && model[entry.key.bytes] != nil { return }
    try promise(
      try await db.updateChanges(entry, from: known) == isOther, "a key's twin is another key")
    guard isOther else { return }
    try await keep(entry, for: known)
    try await expectChanges(inserted: [entry.key], deleted: [known.key])
    count("keys changed")
  }

  mutating func delete() async throws {
    let key = key()
    let isThere = model[key.bytes] != nil
    try promise(
      try await db.delete(Twin.self, key: key) == isThere, "a row is deleted where it is there")
    try await copy.delete(Twin.self, key: key)
    model[key.bytes] = nil
    if isThere { try await expectChanges(deleted: [key]) }
    count(isThere ? "deletes" : "deletes of nothing")
  }

  /// Writes while changes are recorded, and applies these to the copy.
  mutating func record() async throws {
    let entries = [entry(), entry()]
    let changes = try await db.transaction { tx in
      try tx.recordChanges(of: Twin.self) { for entry in entries { try tx.save(entry) } }.changes
    }
    let operations = try await db.operations(of: changes)
    for operation in operations {
      guard
        let key = try operation.kind == .insert
          ? operation.new(\.key, of: Twin.self) : operation.old(\.key, of: Twin.self)
      else { throw BrokenPromise("a change has a key") }
      let entry = entries.last { $0.key.bytes == key.bytes }
      let small = try operation.new(\.small, of: Twin.self)
      try promise(
        entry != nil && (small == nil || small?.bytes == entry?.small.bytes),
        "a changeset has the columns of the row with the key \(key.bytes)")
    }
    try await copy.apply(changes)
    for entry in entries { model[entry.key.bytes] = entry }
    // What is recorded is not seen by streams, which say so; the next commit is told in full.
    if !operations.isEmpty {
      let told = try await nextChanges()
      try promise(told?.isComplete == false, "a stream says that it has not seen what was recorded")
    }
    try await compareEverything()
    count("changesets")
  }
}
