import ORMCore

/// The rows of a query with lists whose statement is running.
@usableFromInline
final class OpenLists<Output>: OpenBatches {
  /// The running statement, positioned at each of its rows in turn.
  private let rows: OpenRows<PreparedStatement>
  private let listed: any ListedRows<Output>
  /// The maximum number of rows that are read at a time: fewer after rows with large lists.
  private var most = Int.max
  /// The error of the row after the last ones that were returned.
  private(set) var failure: (any Error)?

  init(_ rows: OpenRows<PreparedStatement>, _ listed: any ListedRows<Output>) {
    self.rows = rows
    self.listed = listed
  }

  @usableFromInline
  func fill(_ batch: RowBatch<Output>, _ count: Int, on connection: isolated Connection) throws {
    var rows = try next(count, on: connection).makeIterator()
    try batch.fill(.max) {
      if let row = rows.next() { return row }
      if let failure { throw failure }
      return nil
    }
  }

  /// Returns at most that number of rows, with their lists.
  ///
  /// - Throws: The error of the first row. An error of a later row is kept as ``failure``.
  @usableFromInline
  func next(_ count: Int, on connection: isolated Connection) throws -> [Output] {
    // In a transaction: after its last row, the statement alone would not keep the state for the
    // lists.
    try connection.read {
      let size = LargeValues.sum
      let before = size.pointee
      let read = try readRows(Swift.min(count, most))
      if read == 0 { return [] }
      let taken = try listed.takeReadable(on: connection)
      if let listFailure = taken.failure {
        rows.close()
        failure = listFailure
      }
      let isLarge = size.pointee &- before >= LargeValues.most(in: count)
      most = isLarge ? Swift.max(1, read / 2) : most > 256 ? .max : 2 * most
      return taken.rows
    }
  }

  /// Reads rows without their lists.
  private func readRows(_ count: Int) throws -> Int {
    var read = 0
    let most = LargeValues.most(in: count)
    let size = LargeValues.sum
    let before = size.pointee
    do {
      while read < count, size.pointee &- before < most, let statement = try rows.next() {
        try listed.read(SQLiteRow(handle: statement.handle))
        read += 1
      }
    } catch {
      rows.close()
      if read == 0 { throw error }
      failure = error
    }
    return read
  }

  /// Releases the remaining rows.
  func close() { rows.close() }
}

extension Connection {
  /// Starts the statement of a query with lists, whose rows are read later.
  func open<Output>(_ listed: any ListedRows<Output>) throws -> OpenLists<Output> {
    OpenLists(try open(listed.statement(), RowDecoding(asRows: ())), listed)
  }
}

extension RowDecoding where Output == PreparedStatement {
  /// Returns the statement, so that the caller reads each row.
  fileprivate init(asRows: Void) { self.init { _ in { $0 } } }
}
