import ORMCore

// Inserts of several rows with one statement.
@_documentation(visibility: internal)
extension Connection {
  /// Inserts rows from which nothing has to be read back, with statements that insert several rows
  /// each.
  ///
  /// - Returns: Whether that is possible; if not, nothing is inserted.
  @inlinable
  public func insertBatches<T: DatabaseTable>(_ values: [T]) throws -> Bool {
    // Here and below: a row that is borrowed from the array is not copied.
    try values.withUnsafeBufferPointer { rows in
      guard
        rows.indices.allSatisfy({ rows[$0].omittedColumns.isEmpty && !rows[$0].needsGeneratedKey }),
        !T.needsReadBack || rows.indices.allSatisfy({ rows[$0].roundTripsExactly })
      else {
        return false
      }
      return try insertBatches(of: rows.count, into: T.self) { index, parameters in
        try rows.borrow(index) { try $0.bind(to: &parameters) }
      } collect: { index, values in
        try rows[index].bind(to: &values)
      }
    }
  }

  /// Inserts rows whose keys have to be read back, with statements that insert several rows each.
  ///
  /// - Returns: The rows with their keys; nil, with nothing inserted, if that is not possible.
  @inlinable
  public func insertGivingKeys<T: KeyedTable>(_ values: [T]) throws -> [T]? {
    try values.withUnsafeBufferPointer { rows in
      guard
        rows.indices.allSatisfy({ rows[$0].omittedColumns.isEmpty }),
        !T.needsReadBack || rows.indices.allSatisfy({ rows[$0].roundTripsExactly })
      else {
        return nil
      }
      return try insertGivingKeys(to: rows.count, of: T.self) { index, parameters in
        try rows.borrow(index) { try $0.bind(to: &parameters) }
      } collect: { index, values in
        try rows[index].bind(to: &values)
      } stored: { index, key in
        try stored(rows[index]) { key }
      }
    }
  }

  /// Inserts drafts, with statements that insert several rows each.
  ///
  /// - Returns: The rows with their keys; nil, with nothing inserted, if that is not possible.
  @inlinable
  public func insertGivingKeys<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target]? {
    try drafts.withUnsafeBufferPointer { rows in
      guard !Draft.Target.needsReadBack,
        rows.indices.allSatisfy({ rows[$0].omittedColumns.isEmpty })
      else {
        return nil
      }
      return try insertGivingKeys(to: rows.count, of: Draft.Target.self) { index, parameters in
        try rows.borrow(index) { try $0.bind(to: &parameters) }
      } collect: { index, values in
        try rows[index].bind(to: &values)
      } stored: { index, key in
        do {
          return try rows[index].stored { key }
        } catch {
          throw described(error, of: Draft.Target.self) { try rows[index].bind(to: &$0) }
        }
      }
    }
  }
}
