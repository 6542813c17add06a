import CBaseline
import ORM

extension Workload {
  /// What a program does with its schema when it starts, on a file that has it: by C no more than opening it
  /// and reading a number.
  static func schemas(tables: Int, repetitions: Int) -> [Workload] {
    let histories = Histories()
    return [
      opening(
        "W12 open \(tables)",
        "open a file of \(tables) tables and read a number, \(repetitions) times",
        tables: tables, repetitions: repetitions
      ) { path, _ in
        let db = try ORM.Database(path, configuration: .oneReader)
        let number = try await db.value(Int.self, sql: "SELECT count(*) FROM table0")
        try await db.close()
        return Int64(number)
      },
      opening(
        "W12 start \(tables)", "the same, and migrate it, to which there is nothing to do",
        tables: tables, repetitions: repetitions
      ) { path, schema in
        let db = try ORM.Database(path, configuration: .oneReader)
        try await db.migrate(to: schema)
        let number = try await db.value(Int.self, sql: "SELECT count(*) FROM table0")
        try await db.close()
        return Int64(number)
      },
      opening(
        "W12 history \(tables)", "the same by a history of 30 versions, of which it has the newest",
        tables: tables, repetitions: repetitions
      ) { path, schema in
        let history = try await histories.history(of: schema, at: path)
        let db = try ORM.Database(path, configuration: .oneReader)
        try await db.migrate(history)
        let number = try await db.value(Int.self, sql: "SELECT count(*) FROM table0")
        try await db.close()
        return Int64(number)
      },
    ]
  }

  /// Reading the schema of a file whole.
  static func readSchema(tables: Int, repetitions: Int) -> Workload {
    Workload(
      "W12 read", "read the schema of \(tables) tables, each with an index",
      operations: tables * repetitions, unit: "table", targets: [.orm: Target(1, 1)],
      fill: { try SQLiteFailure.check(baseline_tables_create($0.pointer, Int32(tables))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try repeating(repetitions) { try db.run(pass) { baseline_tables_read($0, $1) } }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await repeating(repetitions) { Int64(try await db.database.schema().tables.count) }
          }
        },
      ])
  }

  private static func opening(
    _ id: String, _ title: String, tables: Int, repetitions: Int,
    orm: @escaping @Sendable (String, Schema) async throws -> Int64
  ) -> Workload {
    let number = "SELECT count(*) FROM table0"
    return Workload(
      id, title, operations: repetitions, unit: "start", places: [.disk],
      fill: { try SQLiteFailure.check(baseline_tables_create($0.pointer, Int32(tables))) },
      [
        .c: { databases in
          let (path, _) = try await databases.migratedFile()
          return Contestant { _ in
            try repeating(repetitions) {
              var sum: Int64 = 0
              try SQLiteFailure.check(baseline_open_and_ask(path, number, &sum))
              // Keeps the file.
              return withExtendedLifetime(databases) { sum }
            }
          }
        },
        .orm: { databases in
          let (path, schema) = try await databases.migratedFile()
          return Contestant { _ in
            try await repeating(repetitions) {
              let sum = try await orm(path, schema)
              return withExtendedLifetime(databases) { sum }
            }
          }
        },
      ])
  }
}

/// The histories that programs start with, by the paths of their files.
private actor Histories {
  private var histories: [String: SchemaHistory] = [:]

  /// A history that ends at a schema, to which a file is brought before its first use.
  func history(of schema: Schema, at path: String) async throws -> SchemaHistory {
    if let history = histories[path] { return history }
    let json = try schema.json()
    let history = SchemaHistory(
      (0..<30).map { number in
        let previous = number == 0 ? nil : "version\(number - 1)"
        return .version(Schema.Version("version\(number)", after: previous, json))
      }, current: schema)
    let db = try ORM.Database(path)
    try await db.migrate(history)
    try await db.close()
    histories[path] = history
    return history
  }
}

extension Databases {
  /// A copy of the file that a program has brought to the schema that it has, and the schema.
  fileprivate func migratedFile() async throws -> (String, Schema) {
    let path = try copyOfFile()
    let db = try ORM.Database(path)
    let schema = try await db.schema()
    try await db.migrate(to: schema)
    try await db.close()
    return (path, schema)
  }
}

extension Configuration {
  fileprivate static var oneReader: Configuration {
    var configuration = Configuration()
    configuration.readerCount = 1
    return configuration
  }
}
