// The methods of Swift's `OptionSet`, for the columns of an update.

extension SQLExpression where Representation: OptionSet & ColumnValue {
  /// Adds the options to the set, in an update.
  ///
  /// ```swift
  /// Album.where { $0.id == 1 }.update { $0.flags.insert(.live) }
  /// // UPDATE "album" SET "flags" = "flags" | $1 WHERE "id" = $2
  /// ```
  public mutating func insert(_ options: Representation) { formUnion(options) }

  /// Removes the options from the set, in an update: `"flags" = "flags" & ~$1`.
  public mutating func remove(_ options: Representation) {
    self = Self(node.subtracting(bits(options)))
  }

  /// Adds the options to the set, in an update: `"flags" = "flags" | $1`.
  public mutating func formUnion(_ options: Representation) {
    self = Self(node.union(bits(options)))
  }

  /// Adds the options of another column or of an expression to the set, in an update.
  ///
  /// ```swift
  /// Album.insert(albums).onConflict { $0.title }.doUpdate { $0.flags.formUnion($1.flags) }
  /// // … DO UPDATE SET "flags" = "flags" | "excluded"."flags"
  /// ```
  public mutating func formUnion(_ other: some SQLExpressible<Representation>) {
    self = Self(node.union(other.node))
  }

  /// Removes all other options from the set, in an update: `"flags" = "flags" & $1`.
  public mutating func formIntersection(_ options: Representation) {
    self = Self(node.intersection(bits(options)))
  }

  /// Toggles the options, in an update: adds the ones that the set lacks, and removes the ones that
  /// it contains:
  /// `"flags" = ("flags" | $1) & ~("flags" & $2)`.
  public mutating func formSymmetricDifference(_ options: Representation) {
    self = Self(node.symmetricDifference(bits(options)))
  }
}

// An optional column that is NULL counts as an empty set, as in `contains(_:)`.

extension SQLExpression {
  /// Adds the options to the set, in an update. If the column is NULL, it becomes the set of these
  /// options: `"flags" = coalesce("flags", 0) | $1`.
  public mutating func insert<Options: OptionSet & ColumnValue>(_ options: Options)
  where Representation == Options? {
    formUnion(options)
  }

  /// Removes the options from the set, in an update: `"flags" = "flags" & ~$1`. NULL stays NULL.
  public mutating func remove<Options: OptionSet & ColumnValue>(_ options: Options)
  where Representation == Options? {
    self = Self(node.subtracting(bits(options)))
  }

  /// Adds the options to the set, in an update. If the column is NULL, it becomes the set of these
  /// options: `"flags" = coalesce("flags", 0) | $1`.
  public mutating func formUnion<Options: OptionSet & ColumnValue>(_ options: Options)
  where Representation == Options? {
    self = Self(node.orNoBits.union(bits(options)))
  }

  /// Adds the options of another column or of an expression to the set, in an update. If the column
  /// is NULL, it becomes the set of these options.
  public mutating func formUnion<Options: OptionSet & ColumnValue>(
    _ other: some SQLExpressible<Options>
  ) where Representation == Options? {
    self = Self(node.orNoBits.union(other.node))
  }

  /// Removes all other options from the set, in an update: `"flags" = "flags" & $1`.
  /// NULL stays NULL.
  public mutating func formIntersection<Options: OptionSet & ColumnValue>(_ options: Options)
  where Representation == Options? {
    self = Self(node.intersection(bits(options)))
  }

  /// Toggles the options, in an update: adds the ones that the set lacks, and removes the ones that
  /// it contains.
  /// If the column is NULL, it becomes the set of these options.
  public mutating func formSymmetricDifference<Options: OptionSet & ColumnValue>(
    _ options: Options
  ) where Representation == Options? {
    self = Self(node.orNoBits.symmetricDifference(bits(options)))
  }

  private func bits<Options: ColumnValue>(_ options: Options) -> SQLNode {
    SQLNode(options, as: Options.self, beside: node)
  }
}

extension SQLNode {
  fileprivate var orNoBits: SQLNode { .coalesce(self, .literal("0")) }

  fileprivate func union(_ other: SQLNode) -> SQLNode { .binary(self, .bitOr, other) }

  fileprivate func intersection(_ other: SQLNode) -> SQLNode { .binary(self, .bitAnd, other) }

  fileprivate func subtracting(_ other: SQLNode) -> SQLNode {
    .binary(self, .bitAnd, .bitNot(other))
  }

  fileprivate func symmetricDifference(_ other: SQLNode) -> SQLNode {
    union(other).subtracting(intersection(other))
  }
}
