/// The rows of a join table that link one row to other rows.
struct LinkRows<Link: DatabaseTable, Other: KeyedTable> {
  private let link: RelationLink
  /// The values of the join table's columns that refer to the one row.
  private let reference: [SQLValue]
  private let others: RowKeys<Other>
  private let place = TablePlace.named(Other.tableName)

  init(_ link: RelationLink, from reference: [SQLValue], to others: RowKeys<Other>) {
    self.link = link
    self.reference = reference
    self.others = others
  }

  /// The insert of the missing links.
  var insert: Insert<Link> {
    let columns = (link.toParent + link.toTarget).map(\.column)
    var select = query(
      reference.map { ResultColumn(.value($0)) }
        + link.toTarget.map { ResultColumn(place.column($0.target)) })
    select.core.isDistinct = !refersByKey
    select.narrow(to: .not(isLinked))
    return Insert(InsertNode(.select(columns: columns, select), or: nil))
  }

  /// The existing links.
  var select: Select<Link> {
    let all = Link.all
    var node = all.node
    let place = Link.Columns.source(of: all.scope).place
    for (pair, value) in zip(link.toParent, reference) {
      node.narrow(to: .binary(pair.reference(in: place), .equal, .value(value)))
    }
    let columns = link.toTarget.map { $0.reference(in: place) }
    let key = Other.primaryKeyColumns
    let order = link.toTarget.compactMap { key.firstIndex(ofName: $0.target) }
    if refersByKey {
      node.narrow(to: .among(others.values(in: order), columns))
    } else {
      let referred = query(link.toTarget.map { ResultColumn(self.place.column($0.target)) })
      node.narrow(to: .among(referred, columns))
    }
    return Select<Link>(node, scope: all.scope)
  }

  /// Checks that the rows exist, and that none has NULL in a column that the join table refers to.
  ///
  /// - Throws: ``RowNotFoundError``, ``LinkError``
  func checkReferences<Connection: SQLConnection>(on db: isolated Connection) throws {
    for (pair, value) in zip(link.toParent, reference) where value == .null {
      throw LinkError(table: Link.tableName, reason: .nullReference(column: pair.target))
    }
    let (list, keys) = others.list(
      named: Other.tableName.isSameName(as: "keys") ? "keys_2" : "keys")
    var found = query([ResultColumn(.raw("1"))], of: .always)
    for (column, key) in zip(Other.primaryKeyColumns, keys) {
      found.narrow(to: .binary(place.column(column), .equal, key))
    }
    var missing = SelectNode(SelectCore([ResultColumn(.raw("1"))], from: [list]))
    missing.narrow(to: .not(.exists(found)))
    if try db.bound(missing.exists).scalar(Bool.self) == true {
      throw RowNotFoundError(table: Other.tableName)
    }
    if refersByKey { return }
    for pair in link.toTarget {
      var unreferred = query([ResultColumn(.raw("1"))])
      unreferred.narrow(to: .isNull(place.column(pair.target)))
      if try db.bound(unreferred.exists).scalar(Bool.self) == true {
        throw LinkError(table: Link.tableName, reason: .nullReference(column: pair.target))
      }
    }
  }

  // MARK: - Parts

  /// Returns a query for results from the other rows.
  private func query(_ results: [ResultColumn], of condition: SQLNode? = nil) -> SelectNode {
    let table = Other.tableName
    var select = SelectNode(
      SelectCore(results, from: [SourceNode(table: .table(table), qualifier: table)]))
    select.narrow(to: condition ?? others.contain(place))
    return select
  }

  /// Whether the join table refers to the other rows by their primary keys.
  private var refersByKey: Bool {
    let key = Other.primaryKeyColumns
    return link.toTarget.count == key.count
      && key.allSatisfy { link.toTarget.map(\.target).contains(name: $0) }
  }

  /// The condition that one of the other rows is linked.
  private var isLinked: SQLNode {
    let table = Link.tableName
    let name = Other.tableName.isSameName(as: table) ? "\(table)_2" : table
    let linked = TablePlace.named(name)
    var select = SelectNode(
      SelectCore(
        [ResultColumn(.raw("1"))],
        from: [SourceNode(table: .table(table), qualifier: name)]))
    for (pair, value) in zip(link.toParent, reference) {
      select.narrow(to: .binary(pair.reference(in: linked), .equal, .value(value)))
    }
    if link.hasIndex || others.count <= SQLRenderer.longestListOfParameters {
      for pair in link.toTarget {
        select.narrow(
          to: .binary(place.column(pair.target), .equal, linked.column(pair.column)))
      }
      return .exists(select)
    }
    // For many rows, looking for each of them in the whole table would take quadratic time.
    select.select(link.toTarget.map { ResultColumn(linked.column($0.column)) })
    select.narrow(to: .all(link.toTarget.map { .isNotNull(linked.column($0.column)) }))
    return .among(select, link.toTarget.map { place.column($0.target) })
  }
}

extension RelationLink {
  private var columns: [String] { (toParent + toTarget).map(\.column) }

  /// Whether an index or a key of the join table covers its references to both rows.
  fileprivate var hasIndex: Bool {
    // An index uses the collation of its column.
    (toParent + toTarget).allSatisfy { $0.collation == nil }
      && table.schema.hasIndex(thatLeadsWith: columns)
  }

  /// Checks that an insert needs no columns but the references.
  ///
  /// - Throws: ``LinkError``
  func checkColumns() throws {
    let schema = table.schema
    let missing = schema.columns.filter { column in
      let isGiven =
        schema.isWholeKey(column) && column.type.isInteger && !schema.isWithoutRowID
      return column.isWritable && !column.isNullable && column.defaultSQL == nil && !isGiven
        && !columns.contains(name: column.name)
    }
    if !missing.isEmpty {
      throw LinkError(table: schema.name, reason: .missingColumns(missing.map(\.name)))
    }
  }
}
