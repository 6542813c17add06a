/// The place in a statement of the table to which columns belong.
@usableFromInline
package enum TablePlace: Sendable, Hashable {
  /// A table in a `FROM` with this name; nil if the statement has no other table.
  case named(String?)
  /// The table at the end of a relation.
  case related(RelatedTable)

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.named(let name), .named(let other)): name.hasSameBytes(as: other)
    case (.related(let table), .related(let other)): table == other
    default: false
    }
  }

  /// Returns a column of the table.
  @inlinable
  package func column(_ name: String) -> SQLNode {
    switch self {
    case .named(let qualifier): .column(qualifier: qualifier, name: name)
    case .related(let table): .related(table, name)
    }
  }
}

/// A table at the end of a relation. Its name in the statement is determined when the whole
/// statement is rendered.
@usableFromInline
package final class RelatedTable: Sendable {
  /// The way in which a statement reaches the table.
  package enum Way: Sendable, Hashable {
    /// Another table refers to one of its rows: the statement joins it.
    case reference(Reference)
    /// A to-many relation leads to its rows, which are in a `FROM`. The level is 1 more than the
    /// number of such relations around it.
    case rows(level: Int)
    /// No way: the relation is declared as the inverse of an expression that is not a reference.
    case nowhere
    /// No way: the foreign key's representation differs from the key's.
    case otherRepresentation
    /// No way: the relation continues one with a limit, or leads to one.
    case limited
  }

  /// A reference from a table to a row of another table.
  package struct Reference: Sendable, Hashable {
    /// The referring table, and its name in the database.
    package let origin: TablePlace
    package let owner: String
    package let pairs: [Pair]
    /// Whether the referring columns are never NULL.
    package let isCertain: Bool
  }

  /// A referring column, and the column that it refers to.
  package struct Pair: Sendable, Hashable {
    package let column: String
    package let target: String
    /// The collation of the target, if the referring column has a different collation. SQL compares
    /// by the collation of the first operand, so the statement names it to compare the same
    /// everywhere.
    package let collation: Collation?

    package init(column: String, target: String, collation: Collation?) {
      self.column = column
      self.target = target
      self.collation = collation
    }

    /// Returns the referring column with the collation of its target.
    package func reference(in place: TablePlace) -> SQLNode {
      let column = place.column(column)
      return collation.map { .collate(column, $0) } ?? column
    }
  }

  /// The table's name in the database.
  package let name: String
  package let way: Way

  package init(name: String, _ way: Way) {
    self.name = name
    self.way = way
  }

  package var reference: Reference? {
    if case .reference(let reference) = way { reference } else { nil }
  }

  /// The number of to-many relations that lead to the table.
  package var level: Int {
    switch way {
    case .rows(let level): level
    case .reference(let reference): reference.origin.level
    case .nowhere, .otherRepresentation, .limited: 0
    }
  }
}

extension TablePlace {
  /// The number of to-many relations that lead to the table.
  package var level: Int {
    if case .related(let table) = self { table.level } else { 0 }
  }
}

extension RelatedTable.Reference {
  /// Returns the condition that a row is the one that is referred to.
  ///
  /// - Parameter target: The place of the row's table.
  func condition(for target: TablePlace) -> SQLNode {
    pairs.reduce(.always) { condition, pair in
      .and(condition, .binary(target.column(pair.target), .equal, origin.column(pair.column)))
    }
  }
}

// As in `SQLNode`, names are compared by their bytes.

extension RelatedTable: Hashable {
  @usableFromInline
  package static func == (left: RelatedTable, right: RelatedTable) -> Bool {
    left === right || left.name.hasSameBytes(as: right.name) && left.way == right.way
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(way)
  }
}

extension RelatedTable.Reference {
  package static func == (left: Self, right: Self) -> Bool {
    left.isCertain == right.isCertain && left.pairs == right.pairs && left.origin == right.origin
      && left.owner.hasSameBytes(as: right.owner)
  }
}

extension RelatedTable.Pair {
  package static func == (left: Self, right: Self) -> Bool {
    left.column.hasSameBytes(as: right.column) && left.target.hasSameBytes(as: right.target)
      && left.collation == right.collation
  }
}
