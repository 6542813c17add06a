extension Workload {
  /// How much work one run is.
  public enum Size: Sendable {
    /// So that instructions can be counted: few rows, and as many runs as one likes.
    case tiny
    /// So that all of it takes less than a minute.
    case short
    /// As the targets say it.
    case full
  }

  /// All workloads.
  public static func all(_ size: Size) -> [Workload] {
    let rows =
      switch size {
      case .tiny: 1000
      case .short: 5000
      case .full: 100_000
      }
    let repetitions =
      switch size {
      case .tiny: 1
      case .short: 10
      case .full: 500
      }
    return [
      fetchOrders(rows: 830, repetitions: repetitions),
      fetchNumbers(rows: size == .full ? 200_000 : rows, repetitions: 1),
      fetchStrictNumbers(rows: size == .full ? 200_000 : rows, repetitions: 1),
      fetchPeople(rows: rows, repetitions: 1),
      insertPeople(rows: rows),
      insertPeopleSingly(rows: rows),
      findPeople(rows: rows, calls: rows),
      commitEach(rows: size == .full ? 10_000 : 1000),
      updatePeople(rows: rows),
    ] + dieselWorkloads(size) + [
      typedJoin(artists: 100, calls: size == .full ? rows : 1000),
      buildTypedJoin(calls: rows),
    ]
      + lists(
        artists: size == .full ? 2000 : 200, albums: size == .full ? 1000 : 100,
        repetitions: size == .full ? 50 : 1)
      + [rebuild(rows: size == .full ? 1_000_000 : rows)]
      + schemas(tables: 10, repetitions: size == .full ? 500 : 10)
      + schemas(tables: 1000, repetitions: size == .full ? 50 : 2)
      + [readSchema(tables: 1000, repetitions: size == .full ? 10 : 1)]
      + purchaseWorkloads(size)
  }

  /// Those on a table of 7 columns, and on one of 60.
  private static func purchaseWorkloads(_ size: Size) -> [Workload] {
    let (rows, calls) = size == .full ? (1_000_000, 100_000) : (4000, 1000)
    let scale = size == .full ? 20 : 1
    return writesByQuery(rows: rows, calls: calls)
      + streams(rows: size == .full ? 200_000 : rows, firsts: 100 * scale)
      + [
        pages(size: 50, pages: 50 * scale, rows: rows),
        pages(size: 1000, pages: 3 * scale, rows: rows),
      ] + readsByKey(rows: rows, calls: calls)
      + commits(rows: size == .full ? 100_000 : 1000, calls: size == .full ? 10_000 : 500)
      + [
        openFindClose(rows: size == .full ? 100_000 : 1000, repetitions: size == .full ? 500 : 20),
        fetchDocuments(rows: size == .full ? 50_000 : 500),
      ]
  }

  /// Diesel's at each of their sizes; a run is of as many rows at each.
  private static func dieselWorkloads(_ size: Size) -> [Workload] {
    let rows =
      switch size {
      case .tiny: 1000
      case .short: 2000
      case .full: 100_000
      }
    func repetitions(_ count: Int) -> Int { max(1, min(rows / count, rows / 10)) }
    let sizes = [1, 10, 100, 1000, 10_000].filter { $0 <= rows }
    return sizes.map { fetchUsers($0, repetitions: repetitions($0)) }
      + sizes.map { joinUsers($0, repetitions: repetitions($0)) }
      + [1, 10, 25, 50, 100].map { insertUsers($0, repetitions: repetitions($0)) }
      + [nestUsers(repetitions: repetitions(1000))]
  }
}
