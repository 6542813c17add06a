import Foundation
import ORM

/// The ways in, each with something that would be seen where it got through.
enum MisuseVerbs {
  /// A verb of the database.
  struct OfDatabase: Sendable {
    let name: String
    let call: @Sendable (Database) async throws -> Void

    init(_ name: String, _ call: @escaping @Sendable (Database) async throws -> Void) {
      self.name = name
      self.call = call
    }
  }

  /// A verb of a connection.
  struct OfConnection: Sendable {
    let name: String
    let call: @Sendable (isolated Connection) throws -> Void

    init(_ name: String, _ call: @escaping @Sendable (isolated Connection) throws -> Void) {
      self.name = name
      self.call = call
    }
  }

  static let new = Parcel(id: 9999, name: "misused", amount: 1)
  static let first = Parcel(id: 1, name: "changed", amount: 7)
  static let all = PreparedQuery { (id: Placeholder<Int>) in Parcel.where { $0.id > id } }

  static let writes: [OfDatabase] = [
    OfDatabase("insert") { try await $0.insert(new) },
    OfDatabase("insert of many") { try await $0.insert([new]) },
    OfDatabase("insert of a draft") {
      try await $0.insert(Parcel.Draft(name: "misused", amount: 1))
    },
    OfDatabase("insert of some columns") {
      _ = try await $0.insert(Parcel.self) {
        $0.name = "misused"
        $0.amount = 1
      }
    },
    OfDatabase("save") { try await $0.save(first) },
    OfDatabase("save of many") { try await $0.save([first, new]) },
    OfDatabase("update") { try await $0.update(first) },
    OfDatabase("update of many") { try await $0.update([first]) },
    OfDatabase("update of columns") { try await $0.update(first, columns: \.amount) },
    OfDatabase("update from") {
      try await $0.updateChanges(first, from: Parcel(id: 1, name: "?", amount: 0))
    },
    OfDatabase("delete") { try await $0.delete(first) },
    OfDatabase("delete by key") { try await $0.delete(Parcel.self, key: 1) },
    OfDatabase("delete where") { try await $0.delete(Parcel.self, where: { $0.id >= 0 }) },
    OfDatabase("deleteAll") { try await $0.deleteAll(Parcel.self) },
    OfDatabase("run") { try await $0.run(Parcel.where { $0.id >= 0 }.update { $0.amount += 1 }) },
    OfDatabase("execute") { try await $0.execute("DELETE FROM parcel") },
    OfDatabase("script") { try await $0.execute(script: "DELETE FROM parcel; SELECT 1") },
    OfDatabase("transaction") { try await $0.transaction { try $0.insert(new) } },
    OfDatabase("transaction that waits") {
      try await $0.transaction { tx in
        await Task.yield()
        try tx.insert(new)
      }
    },
    OfDatabase("create") { try await $0.create(Phantom.self) },
    OfDatabase("drop") { try await $0.drop(Parcel.self) },
    OfDatabase("setUserVersion") { try await $0.setUserVersion(77) },
    OfDatabase("apply") { db in
      let other = try Database.inMemory()
      try await other.create(Parcel.self)
      let changes = try await other.transaction { tx in
        try tx.recordChanges(of: Parcel.self) { try tx.insert(new) }.changes
      }
      try await db.apply(changes)
    },
    OfDatabase("vacuum") { try await $0.vacuum() },
  ]

  static let reads: [OfDatabase] = [
    OfDatabase("fetch") { _ = try await $0.fetch(Parcel.self) },
    OfDatabase("fetch of a query") { _ = try await $0.fetch(Parcel.where { $0.id > 0 }) },
    OfDatabase("fetch of a prepared query") { _ = try await $0.fetch(all(0)) },
    OfDatabase("fetch of SQL") { _ = try await $0.fetch(Parcel.self, sql: "SELECT * FROM parcel") },
    OfDatabase("fetch of a page") { _ = try await $0.fetch(Parcel.order { $0.id }.page(size: 2)) },
    OfDatabase("first") { _ = try await $0.first(Parcel.where { $0.id > 0 }) },
    OfDatabase("find") { _ = try await $0.find(Parcel.self, 1) },
    OfDatabase("refresh") { _ = try await $0.refresh(first) },
    OfDatabase("load") { _ = try await $0.load(\.name, of: first) },
    OfDatabase("count") { _ = try await $0.count(Parcel.self) },
    OfDatabase("exists") { _ = try await $0.exists(Parcel.self, key: 1) },
    OfDatabase("value") { _ = try await $0.value(Int.self, sql: "SELECT count(*) FROM parcel") },
    OfDatabase("explain") { _ = try await $0.explain("SELECT * FROM parcel") },
    OfDatabase("read") { _ = try await $0.read { try $0.fetch(Parcel.self) } },
    OfDatabase("stream") { for try await _ in $0.stream(Parcel.all) {} },
    OfDatabase("observe") { for try await _ in $0.observe(Parcel.all) { break } },
    OfDatabase("observe a row") { for try await _ in $0.observe(Parcel.self, 1) { break } },
    OfDatabase("observe a closure") {
      for try await _ in $0.observe({ try $0.count(Parcel.self) }) { break }
    },
    OfDatabase("changes") { _ = try await $0.changes(of: Parcel.self) },
    OfDatabase("snapshot") { try await $0.snapshot().close() },
    OfDatabase("checkIntegrity") { _ = try await $0.checkIntegrity() },
    OfDatabase("checkForeignKeys") { _ = try await $0.checkForeignKeys() },
    OfDatabase("health") { _ = try await $0.health() },
    OfDatabase("userVersion") { _ = try await $0.userVersion() },
  ]

  static let connectionWrites: [OfConnection] = [
    OfConnection("insert") { try $0.insert(new) },
    OfConnection("insert of many") { try $0.insert([new]) },
    OfConnection("insert of a draft") { try $0.insert(Parcel.Draft(name: "misused", amount: 1)) },
    OfConnection("save") { try $0.save(first) },
    OfConnection("save of many") { try $0.save([first, new]) },
    OfConnection("update") { try $0.update(first) },
    OfConnection("update of columns") { try $0.update(first, columns: \.amount) },
    OfConnection("update from") {
      try $0.updateChanges(first, from: Parcel(id: 1, name: "?", amount: 0))
    },
    OfConnection("delete") { try $0.delete(first) },
    OfConnection("delete where") { try $0.delete(Parcel.self, where: { $0.id >= 0 }) },
    OfConnection("deleteAll") { try $0.deleteAll(Parcel.self) },
    OfConnection("run") { try $0.run(Parcel.where { $0.id >= 0 }.update { $0.amount += 1 }) },
    OfConnection("execute") { try $0.execute("DELETE FROM parcel") },
    OfConnection("script") { try $0.execute(script: "DELETE FROM parcel; SELECT 1") },
    OfConnection("fetch of a write") {
      _ = try $0.fetch(Parcel.self, sql: "DELETE FROM parcel RETURNING *")
    },
    OfConnection("forEach of a write") {
      try $0.forEach(Int.self, sql: "DELETE FROM parcel RETURNING id") { _ in }
    },
    OfConnection("create") { try $0.create(Phantom.self) },
    OfConnection("drop") { try $0.drop(Parcel.self) },
    OfConnection("setUserVersion") { try $0.setUserVersion(77) },
    OfConnection("transaction") { tx in try tx.transaction { _ = try tx.insert(new) } },
    OfConnection("recordChanges") { tx in
      _ = try tx.recordChanges(of: Parcel.self) { try tx.insert(new) }
    },
  ]

  static let connectionReads: [OfConnection] = [
    OfConnection("fetch") { _ = try $0.fetch(Parcel.self) },
    OfConnection("find") { _ = try $0.find(Parcel.self, 1) },
    OfConnection("count") { _ = try $0.count(Parcel.self) },
    OfConnection("value") { _ = try $0.value(Int.self, sql: "SELECT 1") },
    OfConnection("forEach") { try $0.forEach(Parcel.all) { _ in } },
    OfConnection("withCursor") { try $0.withCursor(Parcel.all) { _ = try $0.next() } },
    OfConnection("explain") { _ = try $0.explain("SELECT 1") },
    OfConnection("read") { tx in try tx.read { _ = try tx.fetch(Parcel.self) } },
    OfConnection("withHandle") { try $0.withHandle { _ in } },
  ]
}
