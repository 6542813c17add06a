import ORM

/// One thing that a program does with a shop's database.
struct Step: Sendable {
  let name: String
  /// What it makes of the rows, which are nil before there are tables.
  var change: @Sendable (inout Shop?) -> Void = { _ in }
  /// What it may throw besides what the system said.
  var codes: Set<ResultCode> = []
  /// Does it, and holds what it reads against the rows that are there when it begins.
  let run: @Sendable (Database, Shop) async throws -> Void

  /// What the rows are behind it.
  func after(_ shop: Shop?) -> Shop? {
    var shop = shop
    change(&shop)
    return shop
  }
}

// MARK: - Writing

extension Step {
  static let create = Step(name: "create") { shop in
    shop = shop ?? Shop()
  } run: { db, _ in
    try await db.create(Shelf.self, Book.self)
  }

  static let insertShelves: Step = {
    let shelves = (1...20).map { Shelf(id: $0, name: "Shelf \($0)") }
    return Step(name: "insert an array of shelves") {
      $0?.shelves = shelves
    } run: { db, _ in
      try await db.insert(shelves)
    }
  }()

  /// Inserts books by one call, on the first shelves.
  static func insertBooks(
    _ numbers: ClosedRange<Int>, coverSize: Int = 300, shelves: Int = 19
  ) -> Step {
    let books = numbers.map { Book(number: $0, shelf: $0 % shelves + 1, coverSize: coverSize) }
    return Step(name: "insert an array of books \(numbers)") {
      $0?.add(books)
    } run: { db, _ in
      try await db.insert(books)
    }
  }

  /// Inserts one book.
  static func insertBook(_ number: Int, shelf: Int = 7, coverSize: Int = 300) -> Step {
    let book = Book(number: number, shelf: shelf, coverSize: coverSize)
    return Step(name: "insert book \(number)") {
      $0?.add([book])
    } run: { db, _ in
      try await db.insert(book)
    }
  }

  static let updateQuery = Step(name: "update by a query") { shop in
    shop?.changeBooks(on: 3) { $0.weight += 1 }
  } run: { db, _ in
    try await db.run(Book.where { $0.shelfID == 3 }.update { $0.weight += 1 })
  }

  static let updateValues = Step(name: "update values") { shop in
    shop?.changeBooks(on: 4) { $0.title += ", again" }
  } run: { db, shop in
    var shop = shop
    shop.changeBooks(on: 4) { $0.title += ", again" }
    try await db.update(shop.books.filter { $0.shelfID == 4 })
  }

  static let transaction = Step(name: "transaction with savepoints") { shop in
    shop?.changeBooks(on: 5) { $0.note = "on shelf 5" }
    shop?.shelves.append(Shelf(id: 30, name: "Shelf 30"))
    shop?.add([Book(number: 2_000, shelf: 30)])
  } run: { db, _ in
    try await db.transaction { tx in
      try tx.run(Book.where { $0.shelfID == 5 }.update { $0.note = "on shelf 5" })
      do {
        try tx.transaction {
          try tx.insert(Shelf(id: 29, name: "Shelf 29"))
          try tx.insert((1_900..<1_940).map { Book(number: $0, shelf: 29) })
          throw Undone()
        }
      } catch is Undone {}
      try tx.transaction {
        try tx.insert(Shelf(id: 30, name: "Shelf 30"))
        try tx.insert(Book(number: 2_000, shelf: 30))
      }
    }
  }

  static let asyncTransaction = Step(name: "async transaction") { shop in
    shop?.changeBooks(on: 6) { $0.cover = [] }
    shop?.add([Book(number: 2_001, shelf: 6)])
  } run: { db, _ in
    try await db.transaction { tx in
      try tx.run(Book.where { $0.shelfID == 6 }.update { $0.cover = [] })
      await Task.yield()
      try tx.insert(Book(number: 2_001, shelf: 6))
    }
  }

  static let cascade = Step(name: "delete with cascades") {
    $0?.remove(shelf: 20)
  } run: { db, _ in
    try await db.delete(Shelf.self, key: 20)
  }

  static let undoneChangeset = Step(name: "record changes, and undo them by a changeset") { db, _ in
    try await db.transaction { tx in
      let (_, changes) = try tx.recordChanges(of: Book.self) {
        try tx.run(Book.where { $0.shelfID == 8 }.update { $0.title = "gone" })
      }
      try tx.apply(changes.inverted()) { _ in .abort }
    }
  }

  /// Goes on where a nested transaction has failed, as long as there is a transaction.
  static let goingOn: Step = {
    let shelves = [Shelf(id: 31, name: "Shelf 31"), Shelf(id: 32, name: "Shelf 32")]
    let books = (2_100..<2_160).map { Book(number: $0, shelf: 31) }
    return Step(name: "transaction that goes on behind an error") { shop in
      shop?.shelves += shelves
      shop?.add(books)
      shop?.changeBooks(on: 2) { $0.title = "gone" }
    } run: { db, shop in
      let hasFailed = try await db.transaction { tx in
        var hasFailed = false
        try tx.insert(shelves[0])
        do {
          try tx.transaction {
            try tx.run(Book.where { $0.shelfID == 2 }.update { $0.title = "gone" })
            try tx.insert(books)
          }
        } catch {
          guard tx.isInTransaction else { throw error }
          hasFailed = true
        }
        try tx.insert(shelves[1])
        return hasFailed
      }
      guard hasFailed else { return }
      var done = shop
      done.shelves += shelves
      throw PartlyDone(shop: done)
    }
  }()

  private struct Undone: Error {}
}

/// What a step throws that was committed without a part that had failed.
struct PartlyDone: Error {
  let shop: Shop
}

// MARK: - Reading

extension Step {
  static let fetch = Step(name: "fetch") { db, shop in
    let books = try await db.fetch(Book.order { $0.id })
    try promise(books == shop.books, "the books that are fetched are those that are there")
  }

  static let join = Step(name: "join") { db, shop in
    let query = Book.join(Shelf.self) { $0.shelfID == $1.id }.order { book, _ in book.id }
    let rows = try await db.fetch(query)
    try promise(rows.map(\.0) == shop.books, "a join reads the books that are there")
    let names = Dictionary(uniqueKeysWithValues: shop.shelves.map { ($0.id, $0.name) })
    try promise(
      rows.allSatisfy { $1.name == names[$0.shelfID] }, "a join reads each book's shelf")
  }

  static let aggregate = Step(name: "aggregate by an index") { db, shop in
    let counts = try await db.fetch(
      Int.self, sql: "SELECT count(*) FROM book GROUP BY shelfID ORDER BY shelfID")
    let expected = Dictionary(grouping: shop.books, by: \.shelfID)
      .sorted { $0.key < $1.key }.map(\.value.count)
    try promise(counts == expected, "books are counted shelf by shelf")
  }

  static let stream = Step(name: "stream") { db, shop in
    var books: [Book] = []
    for try await book in db.stream(Book.order { $0.id }) { books.append(book) }
    try promise(books == shop.books, "a stream has the books that are there")
  }

  /// Reads a snapshot's state once more when there is another.
  static let snapshot: Step = {
    let book = Book(number: 2_002, shelf: 10)
    return Step(name: "snapshot") {
      $0?.add([book])
    } run: { db, shop in
      let snapshot = try await db.snapshot()
      // It goes back to its pool at its end, also where the step fails.
      try await db.insert(book)
      let books = try await snapshot.read { try $0.fetch(Book.order { $0.id }) }
      try promise(books == shop.books, "a snapshot has the books that were there")
      try await snapshot.close()
    }
  }()

  static let observe: Step = {
    let book = Book(number: 2_003, shelf: 11)
    return Step(name: "observe") {
      $0?.add([book])
    } run: { db, shop in
      var values = db.observe(Book.order { $0.id }).makeAsyncIterator()
      let first = try await values.next()
      try promise(first == shop.books, "an observer's first value is what is there")
      try await db.insert(book)
      let second = try await values.next()
      var expected = shop
      expected.add([book])
      try promise(second == expected.books, "an observer's second value has the new book")
    }
  }()

  static let changes: Step = {
    let book = Book(number: 2_004, shelf: 12)
    return Step(name: "change stream") {
      $0?.add([book])
    } run: { db, _ in
      var changes = try await db.changes(of: Book.self).makeAsyncIterator()
      try await db.insert(book)
      let commit = try await changes.next()
      // A poll that has failed may have missed that the commit is this database's own.
      try promise(
        commit?.inserted == [book.id] || commit?.isComplete == false,
        "a change stream tells of the new book")
    }
  }()
}
