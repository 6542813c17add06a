import ORMCore

/// The rows of a query with lists whose statement is under way.
@usableFromInline
final class OpenLists<Output>: OpenBatches {
  /// The statement, at each of its rows.
  private let rows: OpenRows<PreparedStatement>
  private let listed: any ListedRows<Output>

  init(_ rows: OpenRows<PreparedStatement>, _ listed: any ListedRows<Output>) {
    self.rows = rows
    self.listed = listed
  }

  @usableFromInline
  func fill(_ batch: RowBatch<Output>, _ count: Int, on connection: isolated Connection) throws {
    var rows = try next(count, on: connection).makeIterator()
    batch.fill(.max) { rows.next() }
  }

  /// At most that number of rows, with their lists.
  @usableFromInline
  func next(_ count: Int, on connection: isolated Connection) throws -> [Output] {
    // In a transaction: behind its last row, the statement alone would keep no state for the lists.
    try connection.read {
      var read = 0
      while read < count, let statement = try rows.next() {
        try listed.read(SQLiteRow(handle: statement.handle))
        read += 1
      }
      return read == 0 ? [] : try listed.take(on: connection)
    }
  }

  /// Lets go of the rows that are left.
  func close() { rows.close() }
}

extension Connection {
  /// Begins to run the statement of a query with lists, and leaves the rows to be asked for.
  func open<Output>(_ listed: any ListedRows<Output>) throws -> OpenLists<Output> {
    OpenLists(try open(listed.statement(), RowDecoding(asRows: ())), listed)
  }
}

extension RowDecoding where Output == PreparedStatement {
  /// Leaves each row to be read.
  fileprivate init(asRows: Void) { self.init { _ in { $0 } } }
}
