import CBaseline

// Diesel's published workloads. Each is repeated, so that a run of one row takes as long as one of many.

extension Workload {
  /// A workload of Diesel's, which are in memory.
  static func diesel(
    _ id: String, _ title: String, operations: Int,
    fill: @escaping @Sendable (OpaquePointer) -> Int32,
    c: @escaping @Sendable (OpaquePointer, UnsafeMutablePointer<Int64>?) -> Int32,
    _ others: Openings
  ) -> Workload {
    let opening: Opening = { databases in
      let db = try databases.openC()
      return Contestant { pass in try db.run(pass, c) }
    }
    return diesel(id, title, operations: operations, fill: fill, c: opening, others)
  }

  static func diesel(
    _ id: String, _ title: String, operations: Int,
    fill: @escaping @Sendable (OpaquePointer) -> Int32, c: @escaping Opening,
    _ others: Openings
  ) -> Workload {
    Workload(
      id, title, operations: operations, places: [.memory],
      targets: [.orm: Target(1.10, nil), .ormPrepared: Target(1.10, nil)],
      fill: { db in
        try SQLiteFailure.check(baseline_users_create(db.pointer))
        try SQLiteFailure.check(fill(db.pointer))
      }, Openings(c: c, others))
  }
}
