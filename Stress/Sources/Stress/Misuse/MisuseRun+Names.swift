import Foundation
import ORM

/// Tables, types, values and parts that are not what they are taken for.
extension MisuseRun {
  mutating func unknownTable() async throws -> String {
    let calls: [MisuseVerbs.OfDatabase] = [
      .init("insert") { try await $0.insert(Phantom.Draft(name: "")) },
      .init("insert of many") { try await $0.insert([Phantom(id: 1, name: "")]) },
      .init("save") { try await $0.save(Phantom(id: 1, name: "")) },
      .init("update") { try await $0.update(Phantom(id: 1, name: "")) },
      .init("delete") { try await $0.delete(Phantom(id: 1, name: "")) },
      .init("deleteAll") { try await $0.deleteAll(Phantom.self) },
      .init("fetch") { _ = try await $0.fetch(Phantom.self) },
      .init("find") { _ = try await $0.find(Phantom.self, 1) },
      .init("count") { _ = try await $0.count(Phantom.self) },
      .init("stream") { for try await _ in $0.stream(Phantom.all) {} },
      .init("observe") { for try await _ in $0.observe(Phantom.all) { break } },
      .init("changes") { db in
        var stream = try await db.changes(of: Phantom.self).makeAsyncIterator()
        try await db.insert(Phantom.Draft(name: ""))
        _ = try await stream.next()
      },
      .init("explain") { _ = try await $0.explain(Phantom.all) },
      .init("drop") { try await $0.drop(Phantom.self, ifExists: false) },
      .init("join") { _ = try await $0.fetch(Parcel.join(Phantom.self) { $0.id == $1.id }) },
      .init("recordChanges") { db in
        try await db.transaction { tx in
          _ = try tx.recordChanges(of: Phantom.self) { try tx.insert(Phantom.Draft(name: "")) }
        }
      },
      .init("create again") { try await $0.create(Parcel.self, ifNotExists: false) },
      .init("create of another") { try await $0.create(MistakenParcel.self) },
    ]
    let call = pick(calls)
    let name = "an unknown table: \(call.name)"
    let db = db
    try await attempt(name) { try await call.call(db) }
    return name
  }

  mutating func otherTypes() async throws -> String {
    let calls: [MisuseVerbs.OfDatabase] = [
      .init("fetch") { _ = try await $0.fetch(MistakenParcel.self) },
      .init("fetch of SQL") {
        _ = try await $0.fetch(
          MistakenParcel.self, sql: "SELECT id, name, name AS colour FROM parcel")
      },
      .init("insert") { try await $0.insert(MistakenParcel.Draft(name: .now, colour: "")) },
      .init("value") { _ = try await $0.value(Int.self, sql: "SELECT name FROM parcel") },
      .init("value of NULL") { _ = try await $0.value(Int.self, sql: "SELECT NULL") },
      .init("value of no row") { _ = try await $0.value(Int.self, sql: "SELECT 1 WHERE 0") },
      .init("value of two columns") { _ = try await $0.value(Int.self, sql: "SELECT 1, 2") },
      .init("a column that is missing") {
        _ = try await $0.fetch(Parcel.self, sql: "SELECT id FROM parcel")
      },
      .init("a column twice") {
        _ = try await $0.fetch(Phantom.self, sql: "SELECT id, name, name FROM parcel")
        throw DatabaseError(extendedCode: .error, message: "the first of them may be taken")
      },
      .init("too large an integer") {
        _ = try await $0.value(Int8.self, sql: "SELECT 1000")
      },
      .init("real as integer") { _ = try await $0.value(Int.self, sql: "SELECT 1.5") },
      .init("no UTF-8") {
        _ = try await $0.value(String.self, sql: "SELECT CAST(x'ff' AS TEXT)")
      },
      .init("no UUID") { _ = try await $0.value(UUID.self, sql: "SELECT x'00'") },
      .init("no date") { _ = try await $0.value(DateText.self, sql: "SELECT 'soon'") },
      .init("no JSON") { _ = try await $0.value(JSON.Of<[Int]>.self, sql: "SELECT '[1'") },
      .init("stream") { for try await _ in $0.stream(MistakenParcel.all) {} },
      .init("observe") { for try await _ in $0.observe(MistakenParcel.all) { break } },
    ]
    let call = pick(calls)
    let name = "other types: \(call.name)"
    let db = db
    try await attempt(name) { try await call.call(db) }
    return name
  }

  mutating func unstorableValues() async throws -> String {
    let large = String(repeating: "x", count: 2 << 20)
    let calls: [(String, Outcome, @Sendable (Database) async throws -> Void)] = [
      ("UInt64.max", .anError, { try await $0.insert(Measure(number: .max)) }),
      ("NaN", .anErrorOrNothing, { try await $0.insert(Measure(real: .nan)) }),
      ("infinity", .anErrorOrNothing, { try await $0.insert(Measure(real: .infinity)) }),
      ("a Decimal that is none", .anErrorOrNothing, { try await $0.insert(Measure(price: .nan)) }),
      (
        "a date in no year", .anErrorOrNothing,
        { try await $0.insert(Measure(date: Date(timeIntervalSince1970: .infinity))) }
      ),
      (
        "a date far away", .anErrorOrNothing,
        { try await $0.insert(Measure(date: Date(timeIntervalSince1970: 1e300))) }
      ),
      (
        "a text that is too long", .code([.tooBig]),
        { try await $0.insert(Parcel.Draft(name: large, amount: 1)) }
      ),
      (
        "data that are too long", .code([.tooBig]),
        { try await $0.insert(Measure(data: Data(count: 2 << 20))) }
      ),
      (
        "SQL that is too long", .anError,
        { try await $0.execute("SELECT \(raw: "'" + large + "'")") }
      ),
      (
        "a row that breaks a CHECK", .code([.constraint]),
        { try await $0.insert(Parcel.Draft(name: "misused", amount: -1)) }
      ),
      (
        "a reference to nothing", .code([.constraint]),
        { try await $0.insert(Parcel.Draft(name: "misused", amount: 1, partOf: 987_654)) }
      ),
      (
        "a key that is there", .code([.constraint]),
        { try await $0.insert([MisuseVerbs.new, Parcel(id: 1, name: "misused too", amount: 1)]) }
      ),
      (
        "a row twice", .code([.constraint]),
        { try await $0.insert([MisuseVerbs.new, MisuseVerbs.new]) }
      ),
      ("an update of no row", .anError, { try await $0.update(MisuseVerbs.new) }),
      ("a refresh of no row", .anError, { _ = try await $0.refresh(MisuseVerbs.new) }),
      ("an insert of nothing", .anErrorOrNothing, { try await $0.insert([Parcel]()) }),
      (
        "some columns that are not enough", .code([.constraint]),
        { _ = try await $0.insert(Parcel.self) { $0.amount = 1 } }
      ),
      ("no columns", .code([.constraint]), { _ = try await $0.insert(Parcel.self) { _ in } }),
      (
        "a huge list", .anErrorOrNothing,
        { _ = try await $0.fetch(Parcel.where { $0.id.in(Array(-300_000..<0)) }) }
      ),
      ("a negative limit", .anErrorOrNothing, { _ = try await $0.fetch(Parcel.limit(-5)) }),
      (
        "a huge offset", .anErrorOrNothing,
        { _ = try await $0.fetch(Parcel.limit(.max, offset: .max)) }
      ),
      (
        "an overflow", .anErrorOrNothing,
        { _ = try await $0.fetch(Parcel.select { ($0.amount + Int.max).sum() }) }
      ),
    ]
    let (call, outcome, body) = pick(calls)
    let name = "values: \(call)"
    let db = db
    try await attempt(name, outcome) { try await body(db) }
    try await db.deleteAll(Measure.self)
    return name
  }

  /// Snapshots, streams and observations that outlive what they stand on.
  mutating func closedParts() async throws -> String {
    let db = db
    let fresh =
      db.path == ":memory:"
      ? try Database.inMemory(configuration: Self.configuration)
      : try Database(db.path, configuration: Self.configuration)
    if db.path == ":memory:" {
      try await fresh.create(Parcel.self)
      try await fresh.insert([MisuseVerbs.first, MisuseVerbs.new])
    }
    let name: String
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      name = "closed parts: a snapshot that is closed"
      let snapshot = try await fresh.snapshot()
      try await snapshot.close()
      try await attempt(name, .code([.closed])) {
        _ = try await snapshot.read { try $0.count(Parcel.self) }
      }
      try await attempt("\(name) twice", .anErrorOrNothing) { try await snapshot.close() }
    case 1:
      name = "closed parts: a database that is closed before its snapshot"
      let snapshot = try await fresh.snapshot()
      try await attempt(name, .anErrorOrNothing) { try await fresh.close() }
      try await attempt("\(name), read", .anErrorOrNothing) {
        _ = try await snapshot.read { try $0.count(Parcel.self) }
      }
      try await attempt("\(name), closed", .anErrorOrNothing) { try await snapshot.close() }
    case 2:
      name = "closed parts: a stream that goes on in a database that is closed"
      var rows = fresh.stream(Parcel.all).makeAsyncIterator()
      try await attempt("\(name), begun", .anErrorOrNothing) { _ = try await rows.next() }
      try await attempt("\(name), closed", .anErrorOrNothing) { try await fresh.close() }
      try await attempt(name, .anErrorOrNothing) { while try await rows.next() != nil {} }
    case 3:
      name = "closed parts: an observation in a database that is closed"
      var values = fresh.observe(Parcel.all).makeAsyncIterator()
      try await attempt("\(name), begun", .anErrorOrNothing) { _ = try await values.next() }
      try await attempt("\(name), closed", .anErrorOrNothing) { try await fresh.close() }
      try await attempt(name, .anErrorOrNothing) { while try await values.next() != nil {} }
    case 4:
      name = "closed parts: changes of a database that is closed"
      var changes = try await fresh.changes(of: Parcel.self).makeAsyncIterator()
      try await attempt("\(name), closed", .anErrorOrNothing) { try await fresh.close() }
      try await attempt(name, .anErrorOrNothing) { while try await changes.next() != nil {} }
    default:
      name = "closed parts: a close of many tasks"
      try await attempt(name, .anErrorOrNothing) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask { try await fresh.close() }
            group.addTask { _ = try await fresh.fetch(Parcel.self) }
          }
          try await group.waitForAll()
        }
      }
    }
    try await attempt("\(name), at the end", .anErrorOrNothing) { try await fresh.close() }
    return name
  }

  mutating func changesets() async throws -> String {
    let bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let noise = Changeset(data: Data(bytes))
    let calls: [MisuseVerbs.OfDatabase] = [
      .init("operations of noise") { _ in _ = try noise.operations() },
      .init("noise inverted") { _ in _ = try noise.inverted() },
      .init("noise joined") { _ in _ = try noise.appending(noise) },
      .init("noise applied") { try await $0.apply(noise) },
      .init("noise named") { _ = try await $0.operations(of: noise) },
      .init("a recording that is undone") { db in
        try await db.transaction { tx in
          _ = try tx.recordChanges {
            try tx.insert(MisuseVerbs.new)
            throw DatabaseError(extendedCode: .abort, message: "on purpose")
          }
        }
      },
      .init("a recording in a read") { db in
        try await db.read { tx in _ = try tx.recordChanges { try tx.insert(MisuseVerbs.new) } }
      },
      .init("a recording in a recording") { db in
        try await db.transaction { tx in
          _ = try tx.recordChanges {
            _ = try tx.recordChanges(of: Parcel.self) { try tx.insert(MisuseVerbs.new) }
          }
          tx.rollback()
          _ = try tx.insert(MisuseVerbs.new)
        }
      },
    ]
    let call = pick(calls)
    let name = "changesets: \(call.name)"
    let db = db
    // Some noise is a changeset, of nothing.
    try await attempt(name, call.name.contains("noise") ? .anErrorOrNothing : .anError) {
      try await call.call(db)
    }
    return name
  }

  mutating func pages() async throws -> String {
    let size = pick([0, -1, Int.min, Int.max, 2])
    let name = "pages: of \(size)"
    let db = db
    try await attempt(name, size < 1 ? .anError : .anErrorOrNothing) {
      _ = try await db.fetch(Parcel.order { $0.name }.page(size: size))
    }
    let page = try await db.fetch(Parcel.order { $0.id }.page(size: 1))
    if let next = page.next {
      try await attempt("pages: a cursor of another order") {
        _ = try await db.fetch(Parcel.order { $0.name.desc() }.page(after: next, size: 1))
      }
    }
    try await attempt("pages: of a query with a limit") {
      _ = try await db.fetch(Parcel.order { $0.id }.limit(3).page(size: 1))
    }
    var text = String(decoding: (page.next?.description ?? "x").utf8.reversed(), as: UTF8.self)
    text += pick(["", "\0", "é", String(repeating: "A", count: 10_000)])
    if let cursor = Page<Parcel>.Cursor(text) {
      try await attempt("pages: a cursor that was made up", .anErrorOrNothing) {
        _ = try await db.fetch(Parcel.order { $0.id }.page(after: cursor, size: 1))
      }
    }
    return name
  }
}
