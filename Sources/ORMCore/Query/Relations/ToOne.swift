/// A reference to a row of another table: the columns of that row.
///
/// ```swift
/// extension Album.Columns {
///   var artist: ToOne<Artist> { toOne(artistID) }
/// }
///
/// Album.where { $0.artist.name == "Sade" }.order { $0.artist.born }
/// // SELECT "album"."id", … FROM "album" JOIN "artist" ON "artist"."id" = "album"."artistID"
/// //   WHERE "artist"."name" = $1 ORDER BY "artist"."born"
/// ```
///
/// The statement joins the table once, however often the relation is used. It uses `JOIN`: a row
/// that refers to a missing row, which foreign keys prevent, is not in the result. If the referring
/// row itself may be missing because of an outer join, the statement uses `LEFT JOIN`.
public typealias ToOne<T: Selection> = T.Columns

/// An optional reference to a row of another table: the columns of that row, each of which may be
/// NULL.
///
/// ```swift
/// extension Employee.Columns {
///   var boss: ToOptional<Employee> { toOptional(reportsTo) }
/// }
///
/// Employee.select { ($0.name, $0.boss.name) }
/// // SELECT "employee"."name", "employee_2"."name" FROM "employee"
/// //   LEFT JOIN "employee" AS "employee_2" ON "employee_2"."id" = "employee"."reportsTo"
/// ```
///
/// The statement joins the table once, with a `LEFT JOIN`, however often the relation is used.
public typealias ToOptional<T: Selection> = OuterColumns<T.Columns>

extension TableColumns where SelectedResult.Output: TableOrView {
  /// The row of another table whose key is in a column that is never NULL.
  ///
  /// - Parameter reference: A column of this table. For a column that may be NULL, use
  ///   ``toOptional(_:)``.
  public func toOne<Other: TableColumns, Reference>(
    _ reference: Column<SelectedResult.Output, Reference>
  ) -> Other
  where
    Other.SelectedResult.Output: KeyedTable,
    Reference.Value == Other.SelectedResult.Output.Key
  {
    related(
      by: [(reference.name, Self.key(of: Other.self))], from: reference.source, isCertain: true,
      isAlike: Reference.columnType == KnownColumns.of(Other.SelectedResult.Output.self).key)
  }

  /// The row of another table whose key is in a column that may be NULL.
  ///
  /// - Parameter reference: A column of this table, which may be NULL.
  public func toOptional<Other: TableColumns, Reference>(
    _ reference: Column<SelectedResult.Output, Reference>
  ) -> OuterColumns<Other>
  where
    Other.SelectedResult.Output: KeyedTable,
    Reference.Nullable.Value == Other.SelectedResult.Output.Key?
  {
    OuterColumns(
      related(
        by: [(reference.name, Self.key(of: Other.self))], from: reference.source, isCertain: false,
        isAlike: Reference.columnType == KnownColumns.of(Other.SelectedResult.Output.self).key))
  }

  /// The row of another table that has the same value in each pair of columns.
  ///
  /// Use it for a composite key, or for columns that are not a key. No column may be NULL.
  ///
  /// ```swift
  /// extension Book.Columns {
  ///   var shelf: ToOne<Shelf> { toOne(on: (room, \.room), (shelfNumber, \.number)) }
  /// }
  /// // … JOIN "shelf"
  /// //   ON "shelf"."room" = "book"."room" AND "shelf"."number" = "book"."shelfNumber"
  /// ```
  ///
  /// - Parameter pairs: Columns of this table, each with the column of the other table that has its
  ///   value. The other table's columns must be unique together; otherwise, the statement returns a
  ///   row for each match.
  public func toOne<Other: TableColumns, each Reference: ColumnRepresentation>(
    on pairs: repeat (
      Column<SelectedResult.Output, each Reference>,
      KeyPath<Other, Column<Other.SelectedResult.Output, each Reference>>
    )
  ) -> Other where Other.SelectedResult.Output: TableOrView {
    let other = Other(source: TableSource())
    var names: [(String, String)] = []
    var source: TableSource?
    for (column, target) in repeat each pairs {
      names.append((column.name, other[keyPath: target].name))
      source = source ?? column.source
    }
    return related(by: names, from: source ?? Self.source(of: self), isCertain: true)
  }

  /// The row of another table with the same values in pairs of columns, if there is one. Each of
  /// the columns may be NULL.
  ///
  /// - Parameter pairs: Columns of this table, each with the column of the other table that has its
  ///   value; see ``toOne(on:)``.
  public func toOptional<
    Other: TableColumns, each Reference: ColumnRepresentation, each Target: ColumnRepresentation
  >(
    on pairs: repeat (
      Column<SelectedResult.Output, each Reference>,
      KeyPath<Other, Column<Other.SelectedResult.Output, each Target>>
    )
  ) -> OuterColumns<Other>
  where
    Other.SelectedResult.Output: TableOrView,
    repeat (each Reference).Nullable == (each Target).Nullable
  {
    let other = Other(source: TableSource())
    var names: [(String, String)] = []
    var source: TableSource?
    for (column, target) in repeat each pairs {
      names.append((column.name, other[keyPath: target].name))
      source = source ?? column.source
    }
    return OuterColumns(
      related(by: names, from: source ?? Self.source(of: self), isCertain: false))
  }

  private static func key<Other: TableColumns>(of other: Other.Type) -> String
  where Other.SelectedResult.Output: KeyedTable {
    // A composite key is a tuple, and no column has the type of a tuple.
    Other.SelectedResult.Output.primaryKeyColumns.first ?? ""
  }

  private func related<Other: TableColumns>(
    by pairs: [(String, String)], from source: TableSource, isCertain: Bool, isAlike: Bool = true
  ) -> Other where Other.SelectedResult.Output: TableOrView {
    let reference = RelatedTable.Reference(
      origin: source.place, owner: SelectedResult.Output.tableName,
      pairs: KnownColumns.pairs(
        pairs, from: SelectedResult.Output.self, to: Other.SelectedResult.Output.self),
      isCertain: isCertain)
    let table = RelatedTable(
      name: Other.SelectedResult.Output.tableName,
      isAlike ? .reference(reference) : .otherRepresentation)
    return Other(source: TableSource(table))
  }
}
