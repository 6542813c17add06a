/// Rows of a table between two others that link a row to some.
struct LinkRows<Link: DatabaseTable, Other: KeyedTable> {
  private let link: RelationLink
  /// What the rows have in the columns that refer to the one row.
  private let reference: [SQLValue]
  private let others: RowKeys<Other>
  private let place = TablePlace.named(Other.tableName)

  init(_ link: RelationLink, from reference: [SQLValue], to others: RowKeys<Other>) {
    self.link = link
    self.reference = reference
    self.others = others
  }

  /// The insert of those that are not there.
  var insert: Insert<Link> {
    let columns = (link.toParent + link.toTarget).map(\.column)
    var select = query(
      reference.map { ResultColumn(.value($0)) }
        + link.toTarget.map { ResultColumn(place.column($0.target)) })
    select.core.isDistinct = !refersByKey
    select.narrow(to: .not(isLinked))
    return Insert(InsertNode(.select(columns: columns, select), or: nil))
  }

  /// Those that are there.
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

  /// Sees to it that the rows are there, and that none has NULL in a column that is referred to.
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

  /// A query for something of the other rows.
  private func query(_ results: [ResultColumn], of condition: SQLNode? = nil) -> SelectNode {
    let table = Other.tableName
    var select = SelectNode(
      SelectCore(results, from: [SourceNode(table: .table(table), qualifier: table)]))
    select.narrow(to: condition ?? others.contain(place))
    return select
  }

  /// Whether the columns that refer to the other rows have their keys.
  private var refersByKey: Bool {
    let key = Other.primaryKeyColumns
    return link.toTarget.count == key.count
      && key.allSatisfy { link.toTarget.map(\.target).contains(name: $0) }
  }

  /// That one of the other rows is linked.
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
    // Of many, to look for each among all would take a time that grows with the square.
    select.select(link.toTarget.map { ResultColumn(linked.column($0.column)) })
    select.narrow(to: .all(link.toTarget.map { .isNotNull(linked.column($0.column)) }))
    return .among(select, link.toTarget.map { place.column($0.target) })
  }
}

extension RelationLink {
  private var columns: [String] { (toParent + toTarget).map(\.column) }

  /// Whether an index, or a key, finds a row by its references to both.
  fileprivate var hasIndex: Bool {
    // An index goes by the collation of its column.
    (toParent + toTarget).allSatisfy { $0.collation == nil }
      && table.schema.hasIndex(thatLeadsWith: columns)
  }

  /// Sees to it that an insert needs no column but the references.
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
