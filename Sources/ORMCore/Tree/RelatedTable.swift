/// Where the table is that columns belong to.
@usableFromInline
package enum TablePlace: Sendable, Hashable {
  /// In a `FROM`, under this name; it has none where the statement has no other table.
  case named(String?)
  /// Where a relation leads.
  case related(RelatedTable)

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.named(let name), .named(let other)): name.hasSameBytes(as: other)
    case (.related(let table), .related(let other)): table == other
    default: false
    }
  }

  /// A column of the table.
  @inlinable
  package func column(_ name: String) -> SQLNode {
    switch self {
    case .named(let qualifier): .column(qualifier: qualifier, name: name)
    case .related(let table): .related(table, name)
    }
  }
}

/// A table that a relation leads to, as the tree knows it: what the statement calls it is only
/// known where all of the statement is, when it is rendered.
@usableFromInline
package final class RelatedTable: Sendable {
  /// How a statement comes to the table.
  package enum Way: Sendable, Hashable {
    /// Another table refers to one of its rows: the statement joins it.
    case reference(Reference)
    /// A to-many relation has its rows: they are in a `FROM`. The level is 1 more than the number
    /// of such relations around it.
    case rows(level: Int)
    /// Nothing does: a relation was said to be the inverse of what is no reference.
    case nowhere
    /// A column refers that has the value of the other's key in another representation.
    case otherRepresentation
  }

  /// What leads from one table to a row of another.
  package struct Reference: Sendable, Hashable {
    /// The table that refers, and its name in the database.
    package let origin: TablePlace
    package let owner: String
    package let pairs: [Pair]
    /// Whether the columns that refer are never NULL.
    package let isCertain: Bool
  }

  /// A column that refers, and the one that it refers to.
  package struct Pair: Sendable, Hashable {
    package let column: String
    package let target: String
    /// The collation of the target, if the column that refers has another one. SQL compares by that
    /// of the operand that comes first: named, it is the same wherever the two are compared.
    package let collation: Collation?

    package init(column: String, target: String, collation: Collation?) {
      self.column = column
      self.target = target
      self.collation = collation
    }

    /// The column that refers, to be compared as its target is.
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

  /// How many to-many relations it is the rows of, or of a table that leads to it.
  package var level: Int {
    switch way {
    case .rows(let level): level
    case .reference(let reference): reference.origin.level
    case .nowhere, .otherRepresentation: 0
    }
  }
}

extension TablePlace {
  /// How many to-many relations the table is behind.
  package var level: Int {
    if case .related(let table) = self { table.level } else { 0 }
  }
}

extension RelatedTable.Reference {
  /// That a row is the one that is referred to.
  ///
  /// - Parameter target: Where the row is.
  func condition(for target: TablePlace) -> SQLNode {
    pairs.reduce(.always) { condition, pair in
      .and(condition, .binary(target.column(pair.target), .equal, origin.column(pair.column)))
    }
  }
}

// As of `SQLNode`: names are the same where their bytes are.

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
