import Foundation
import ORM
import Testing

/// The forms of writes that the guide lists, each run on a database with two items and two shelves.
@Suite("The guide's list of forms of a write")
struct WriteFormTests {
  @Table struct Item {
    let id: Int
    @Column(unique: true) var code: String = "none"
    var count: Int = 0
    var shelfID: Int?
    var place: Int?
  }

  @Table struct Shelf {
    let id: Int
    var name: String
  }

  @Selection struct Line {
    let code: String
    let count: Int
  }

  /// A form of the list, whose Swift source begins at this line.
  struct Form: Sendable {
    let number: Int
    let run: @Sendable (Database) async throws -> Statement
  }

  static let item = Item(id: 9, code: "bolt", count: 10, shelfID: 1, place: 7)
  static let items = [Item(id: 7, code: "pin"), Item(id: 8, code: "rod")]
  static let two = Item.where { $0.id == 2 }
  static let pair = Shelf.limit(1).select { ($0.name, $0.id) }
  static let one = TableExpression(Shelf.where { $0.id == 1 }, as: "one")
  static let first = TableExpression(with: "first", as: Shelf.limit(1))
  static let rest = TableExpression(recursive: "rest", from: Shelf.where { $0.id == 1 }) { rest in
    Shelf.join(source: rest) { $0.id == $1.id + 1 }.select { shelf, _ in shelf }
  }
  static let upsert = Item.insert(item).onConflict { $0.code }

  @Test("Each listed form has Swift that runs the SQL next to it, or a reason why it has none")
  func runsWhatItSays() async throws {
    let guide = try Document("Sources/ORM/ORM.docc/Writing.md")
    let heads = ["an insert", "an upsert", "an update", "a delete", "a `RETURNING`"]
    let rows = heads.flatMap { guide.table(["Form of \($0)", "Swift", "SQL"]) }
    let listed = rows.filter { !$0[1].hasPrefix("none: ") }
    #expect(listed.count == Self.forms.count)
    #expect(rows.count >= 60)
    let source = try Document("Tests/ORMTests/Query/Writes/WriteFormTests.swift").lines
    for (row, form) in zip(listed, Self.forms) {
      let code = source[(form.number - 1)...].prefix(12).joined().unspaced
      let isShown = ["add", "fetch"].contains {
        code.hasPrefix("forms.\($0){\(row[1].unspaced)}")
      }
      #expect(isShown, "\(row[1]) is not \(code)")
      let sql = try await form.run(try await Self.database()).sql
      #expect(matches(sql, quoted: row[2]), "\(row[1]) runs \(sql)")
    }
  }

  private static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Shelf.self, Item.self)
    try await db.execute(
      script: """
        CREATE UNIQUE INDEX "place" ON "item" ("shelfID", "place");
        CREATE UNIQUE INDEX "lowered" ON "item" (lower("code"));
        CREATE UNIQUE INDEX "uncased" ON "item" ("code" COLLATE NOCASE);
        CREATE UNIQUE INDEX "many" ON "item" ("count") WHERE "count" > 9;
        """)
    try await db.run(Shelf.insert([Shelf(id: 1, name: "A")]))
    try await db.run(Item.insert([Item(id: 2, code: "nail", count: 1)]))
    return db
  }

  static let forms: [Form] = {
    var forms: [Form] = []
    forms.add { Item.insert(item) }
    forms.add { Item.insert(items) }
    forms.add { Item.insert { $0.code = "nut" } }
    forms.add { Item.insert { $0.code = Shelf.select { $0.name.min() }.scalar().coalesce("") } }
    forms.add { Item.insert(Item.Draft(code: "nut")) }
    forms.add { Item.insertDefaultValues() }
    forms.add {
      Item.insert {
        $0.code
      } select: {
        Shelf.select { $0.name }
      }
    }
    forms.add {
      Item.insert {
        ($0.code, $0.count)
      } select: {
        Shelf.select { ($0.name, $0.id) }
      }
    }
    forms.add {
      Item.insert {
        $0.code
      } select: {
        first.all.select { $0.name }
      }
    }
    forms.add {
      Item.insert {
        $0.code
      } select: {
        rest.all.select { $0.name }
      }
    }
    forms.add { Item.insert(item, or: .abort) }
    forms.add { Item.insert(item, or: .fail) }
    forms.add { Item.insert(item, or: .ignore) }
    forms.add { Item.insert(item, or: .replace) }
    forms.add { Item.insert(item, or: .rollback) }
    forms.add { Item.insert(item).onConflict().doNothing() }
    forms.add { Item.insert(item).onConflict { $0.code }.doNothing() }
    forms.add {
      Item.insert(item).onConflict {
        $0.shelfID; $0.place
      }.doNothing()
    }
    forms.add { Item.insert(item).onConflict { $0.code.lower() }.doNothing() }
    forms.add { Item.insert(item).onConflict { $0.code.collate(.noCase) }.doNothing() }
    forms.add {
      Item.insert(item).onConflict {
        $0.count
      } where: {
        $0.count > 9
      }.doNothing()
    }
    forms.add { Item.insert(item).onConflict { $0.code }.doUpdate { $0.count += $1.count } }
    forms.add { Item.insert(item).onConflict().doUpdate { row, _ in row.count += 1 } }
    forms.add {
      Item.insert(item).onConflict().doUpdate { row, _ in row.set(\.code, \.count, to: pair) }
    }
    forms.add {
      upsert.doUpdate {
        $0.count = $1.count
      } where: {
        $0.count < $1.count
      }
    }
    forms.add { upsert.doNothing().onConflict().doUpdate { row, _ in row.count = 1 } }
    forms.add {
      Item.insert {
        $0.code
      } select: {
        Item.select { $0.code }
      }.onConflict().doNothing()
    }
    forms.add { two.update { $0.count = 5 } }
    forms.add { two.update { $0.count *= 2 } }
    forms.add {
      two.update {
        $0.count += 1; $0.code = $0.code.upper()
      }
    }
    forms.add { two.update { $0.shelfID = nil } }
    forms.add { two.update { $0.shelfID = Shelf.select { $0.id.max() }.scalar() } }
    forms.add { two.update { $0.set(\.code, \.count, to: pair) } }
    forms.add { Item.updateAll { $0.count = 0 } }
    forms.add { two.update(or: .abort) { $0.id = 1 } }
    forms.add { two.update(or: .fail) { $0.id = 1 } }
    forms.add { two.update(or: .ignore) { $0.id = 1 } }
    forms.add { two.update(or: .replace) { $0.id = 1 } }
    forms.add { two.update(or: .rollback) { $0.id = 1 } }
    forms.add {
      two.update(from: Shelf.self) {
        $0.code = $1.name
      } where: {
        $0.shelfID == $1.id
      }
    }
    forms.add {
      two.update(source: one) {
        $0.code = $1.name
      } where: {
        $0.shelfID == $1.id
      }
    }
    forms.add {
      two.update(from: Item.self) {
        $0.count = $1.count
      } where: {
        $0.id < $1.id
      }
    }
    forms.add {
      two.update(source: first) {
        $0.code = $1.name
      } where: {
        $0.shelfID == $1.id
      }
    }
    forms.add { Item.as("old").where { $0.id == 2 }.update { $0.count = 5 } }
    forms.add { Item.order { $0.count }.limit(1).update { $0.count = 5 } }
    forms.add { two.delete() }
    forms.add { Item.deleteAll() }
    forms.add { Item.where { $0.shelfID.in(first.all.select { $0.id }) }.delete() }
    forms.add { Item.as("old").where { $0.id == 2 }.delete() }
    forms.add { Item.order { $0.count }.limit(1, offset: 1).delete() }
    forms.fetch { Item.insert { $0.code = "nut" }.returning { $0.id } }
    forms.fetch { upsert.doNothing().returning { $0.id } }
    forms.fetch { two.update { $0.count = 5 }.returning { $0.id } }
    forms.fetch { two.delete().returning { $0.id } }
    forms.fetch { two.delete().returning() }
    forms.fetch { two.delete().returning { ($0.code.upper(), $0.count) } }
    forms.fetch { two.delete().returning { ($0.id, Shelf.select { $0.name.max() }.scalar()) } }
    forms.fetch { two.delete().returning { Line.select(code: $0.code, count: $0.count) } }
    return forms
  }()
}

extension String {
  /// The text without what a formatter changes.
  fileprivate var unspaced: String { filter { !$0.isWhitespace && $0 != ";" } }
}

extension [WriteFormTests.Form] {
  fileprivate mutating func add<Write: WriteStatement>(
    _ number: Int = #line, _ write: @escaping @Sendable () -> Write
  ) {
    append(
      WriteFormTests.Form(number: number) { db in
        try await db.run(write())
        return try write().statement()
      })
  }

  fileprivate mutating func fetch<T, Result: SelectResult>(
    _ number: Int = #line, _ write: @escaping @Sendable () -> Returning<T, Result>
  ) {
    append(
      WriteFormTests.Form(number: number) { db in
        _ = try await db.fetch(write())
        return try write().statement()
      })
  }
}
