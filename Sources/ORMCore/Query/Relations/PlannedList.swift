/// The plan to fetch a list: its statement with sample keys, and the plans of its rows' own lists.
package struct PlannedList {
  /// The table of the list's rows.
  package let table: String
  package let statement: Statement
  package let lists: [PlannedList]
}

extension SelectNode {
  /// The lists that would be fetched for the query's rows.
  ///
  /// - Throws: ``RelationError``, ``ValueEncodingError``
  package func plannedLists() throws -> [PlannedList] {
    try planned(ListKeys(of: self), count: limit == 1 ? 1 : 2)
  }

  private func planned(_ keys: ListKeys, count: Int) throws -> [PlannedList] {
    try lists.compactMap { list in
      let fetch = try ListFetch(list, list.likelyKeys(count), areAll: keys.areAll)
      guard let way = try fetch.ways().first else { return nil }
      let query = try fetch.query(way)
      return PlannedList(
        table: list.table, statement: try query.select.statement,
        lists: try list.rows.planned(query.deeper, count: 2))
    }
  }
}

extension ListNode {
  /// Sample keys, such as rows may have.
  fileprivate func likelyKeys(_ count: Int) throws -> ListKeyColumn {
    var keys = ListKeyColumn(width: pairs.count)
    let classes = pairs.map { rows.core.storageClass(of: $0.reference) }
    for number in 0..<count {
      let values: [SQLValue] = classes.map {
        switch $0 {
        case .text: .text("\(number)")
        case .blob: .blob([UInt8(number)])
        case .real: .real(Double(number) + 0.5)
        case .integer, .null: .integer(Int64(number))
        }
      }
      try keys.note(Row(columnNames: pairs.map { _ in "" }, values: values), at: 0)
    }
    return keys
  }
}

extension SelectCore {
  /// The likely storage class of the values of a column of one of the tables.
  fileprivate func storageClass(of column: SQLNode) -> StorageClass {
    guard case .related(let table, let name) = column.kind,
      let source = sources.first(where: { $0.related == table }),
      let type = (source.row?.type as? any DatabaseTable.Type)?.schema.columns
        .first(where: { SQLName($0.name) == SQLName(name) })?.type
    else { return .integer }
    return switch type {
    case .text, .day, .decimal, .json: .text
    case .blob, .uuid: .blob
    case .float, .real, .instant: .real
    case .bool, .int16, .int32, .integer, .any, .named: .integer
    }
  }
}
