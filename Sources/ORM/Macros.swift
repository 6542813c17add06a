/// Makes a struct a table.
///
/// ```swift
/// @Table("albums")
/// struct Album: Identifiable, Sendable {
///   var id: Int?
///   var title: String
///   @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
/// }
/// ```
///
/// Stored properties are columns. The primary key is `id`, or the properties marked with
/// `@Column(primaryKey: true)`. The database generates the key if its type is an integer, or if it
/// is marked with `@Column(autoincrement: true)`. The macro reads types as they are written, so an
/// integer key needs the mark if its type is a `typealias` from outside the struct.
///
/// If a struct is `public` (or `package`) and declares no initializer, the macro generates Swift's
/// memberwise initializer with the struct's access level. It has a parameter for each public
/// property, in declared order, with the property's default.
///
/// ```swift
/// @Table public struct Album {
///   public var id: Int?
///   public var title: String
///   public var added: Date = .now
///   private(set) var plays = 0
/// }
///
/// let album = Album(title: "Diamond Life")     // in another module
/// ```
///
/// No initializer is generated if a property that isn't public has no default, or if a property has
/// a wrapper. The macro doesn't see initializers in extensions: declare your own initializer in the
/// struct itself.
///
/// - Parameters:
///   - name: The table's name. The default is derived from the type's name by `naming`; with
///     `.asWritten`, its first word is lowercased (`Album` is `album`, `HTTPLog` is `httpLog`).
///   - renamedFrom: The table's former names, oldest first: a migration renames a table with one of
///     these names.
///   - naming: The rule that derives table and column names from Swift's names unless they are
///     given. The default is `.asWritten`.
///   - strict: Whether `create` makes a `STRICT` table. The default is `true`.
///   - withoutRowID: Whether `create` makes a `WITHOUT ROWID` table. The default is `false`.
///   - constraints: Table constraints as SQL, such as `CHECK ("a" < "b")`. A `PRIMARY KEY` among
///     them replaces the key of the marked columns. Those columns then accept NULL, as key columns
///     in SQLite do.
@attached(
  extension,
  conformances: DatabaseTable, KeyedTable, QueryFilled, TableOrView, Selection, CustomReflectable,
  names: named(ColumnTypes), named(Columns), named(Draft), named(Key), named(tableName),
  named(customMirror),
  named(isStrict), named(schema),
  named(selectSQL), named(insertSQL), named(updateSQL), named(upsertSQL), named(deleteSQL),
  named(findSQL), named(primaryKeyColumns), named(columnCount), named(mayBeAllNull),
  named(needsReadBack),
  named(init(row:)),
  named(init(stored:rowID:)), named(bind(to:)), named(bind(key:to:at:)),
  named(roundTripsExactly), named(needsGeneratedKey), named(acceptGeneratedKey),
  named(omittedColumns), named(unloaded), named(queryOnlyColumns), named(readQueryOnly),
  named(primaryKey)
)
@attached(member, names: named(ColumnTypes), named(InitialValues), named(init))
public macro Table(
  _ name: String? = nil, renamedFrom: String..., naming: NamingStrategy = .asWritten,
  strict: Bool = true,
  withoutRowID: Bool = false, constraints: String...
) = #externalMacro(module: "ORMMacros", type: "TableMacro")

/// Makes a struct a group of columns that tables embed with `@Embedded`.
@attached(
  extension, conformances: Embeddable, CustomReflectable,
  names: named(customMirror), named(ColumnTypes), named(Columns), named(columnCount),
  named(mayBeAllNull),
  named(needsReadBack), named(addColumns(to:prefix:)),
  named(init(row:at:)), named(init(stored:)), named(bind(to:at:))
)
@attached(member, names: named(ColumnTypes), named(InitialValues), named(init))
public macro Embeddable(naming: NamingStrategy = .asWritten) =
  #externalMacro(module: "ORMMacros", type: "EmbeddableMacro")

/// Makes a struct a type that the rows of a query are decoded into.
///
/// ```swift
/// @Selection struct Line { let title: String; let tracks: Int }
///
/// let lines = Album.join(Track.self) { $0.id == $1.albumID }
///   .group { album, _ in album.id }
///   .select { album, track in Line.select(title: album.title, tracks: track.id.count()) }
/// // SELECT "album"."title" AS "title", count("track"."id") AS "tracks" FROM …
/// ```
///
/// The struct's properties are values that a query selects. `@Column` can only change a property's
/// column name and its representation. An expression for an optional property may be optional, but
/// need not be. Raw SQL can fetch the struct, too: columns are found by name.
///
/// A value of the struct is a row that a query can select: `SelectQuery { Line(title: "x", tracks:
/// 0) }`.
///
/// An array property holds the rows of a to-many relation, and an `@Embedded` property a whole row.
/// If the struct has such a property, `select` fills each property with an expression of its type.
/// Raw SQL can fetch the struct only if it has no array of rows:
///
/// ```swift
/// @Selection struct Shelf { @Embedded let artist: Artist; let albums: [Album]; let count: Int }
///
/// let shelves = Artist.select {
///   Shelf.select(artist: $0, albums: $0.albums, count: $0.albums.count())
/// }
/// ```
@attached(
  extension, conformances: Selection, SelectableRow, NestedSelection,
  names: named(ColumnTypes), named(Columns), named(columnCount), named(mayBeAllNull),
  named(selectedColumns),
  named(init(row:)), named(Parts), named(init(parts:)), named(addParts(to:)),
  named(parts(of:at:)),
  named(results(of:)), named(select)
)
@attached(member, names: named(ColumnTypes), named(InitialValues), named(init))
public macro Selection(naming: NamingStrategy = .asWritten) =
  #externalMacro(module: "ORMMacros", type: "SelectionMacro")

/// Configures the column of a property.
///
/// - Parameters:
///   - name: The column's name in the database. The default is the property's name, converted by
///     the table's `naming`.
///   - renamedFrom: The column's former names, oldest first.
///   - primaryKey: Whether the column is the primary key, or part of it.
///   - autoincrement: Whether the key is `AUTOINCREMENT`: the database generates it and never
///     reuses the key of a deleted row.
///   - unique: Whether the column is `UNIQUE`.
///   - default: The column's `DEFAULT`. With `.database`, an insert omits a nil, so that the
///     default applies.
///   - collate: The collation that text is compared by.
///   - check: A condition on the column, as SQL.
///   - index: Whether to create an index on the column.
///   - generated: The expression that computes a generated column. Such a column is never written.
///   - readOnly: Whether the column is fetched and never written.
///   - queryOnly: Whether the property has no column in the table: it keeps its default unless raw
///     SQL returns a column of its name (`SELECT *, 5 AS computed FROM …`).
///   - nullAsDefault: Whether a NULL in the column is decoded as the property's default. The column
///     is nullable: conditions in SQL still see the NULL, and a write replaces it with the
///     property's value.
///   - lazy: Whether fetches omit the column, so that it is read only on request; the property's
///     type must be ``Lazy``.
///   - redacted: Whether logs and errors never show the column's values: a statement that uses the
///     column has no ``StatementEvent/sqlWithValues``, and `print` shows a row without them.
///   - as: The type that represents the property's value in the database.
///   - meaning: The meaning of the stored values, as a string literal: `"percent"`. It doesn't
///     change the SQL, but is part of the recorded schema: if it changes, a migration needs a rule
///     that converts the values, and throws without one.
///   - references: The table whose key the column refers to.
///   - onDelete: The action on this row when the row it refers to is deleted. The default is
///     `.noAction`.
///   - onUpdate: The action on this row when the key it refers to changes. The default is
///     `.noAction`.
@attached(peer)
public macro Column(
  _ name: String? = nil, renamedFrom: String..., primaryKey: Bool = false,
  autoincrement: Bool = false,
  unique: Bool = false, default: ColumnDefault? = nil, collate: Collation? = nil,
  check: String? = nil, index: Bool = false, generated: GeneratedColumn? = nil,
  readOnly: Bool = false, queryOnly: Bool = false, nullAsDefault: Bool = false,
  lazy: Bool = false, redacted: Bool = false, as: Any.Type? = nil, meaning: String? = nil,
  references: Any.Type? = nil,
  onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
) = #externalMacro(module: "ORMMacros", type: "ColumnMacro")

/// Configures the column of a property that refers to a column other than a table's key.
///
/// - Parameter references: The property of another table that the column refers to. Its column must
///   be unique.
@attached(peer)
public macro Column<Parent, Value>(
  _ name: String? = nil, renamedFrom: String..., primaryKey: Bool = false, unique: Bool = false,
  default: ColumnDefault? = nil, collate: Collation? = nil, check: String? = nil,
  index: Bool = false, generated: GeneratedColumn? = nil, readOnly: Bool = false,
  nullAsDefault: Bool = false, lazy: Bool = false, redacted: Bool = false, as: Any.Type? = nil,
  meaning: String? = nil, references: KeyPath<Parent, Value>,
  onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
) = #externalMacro(module: "ORMMacros", type: "ColumnMacro")

/// Leaves a property out of the table. The property needs a default, which it has in each fetched
/// row.
@attached(peer)
public macro Ignored() = #externalMacro(module: "ORMMacros", type: "IgnoredMacro")

/// Embeds the columns of an `@Embeddable` struct, their names prefixed with `prefix`.
///
/// An optional property is nil if all of its columns are NULL.
@attached(peer)
public macro Embedded(prefix: String = "") =
  #externalMacro(module: "ORMMacros", type: "EmbeddedMacro")

/// Adds an index on one or more columns. Write it in the struct's body.
///
/// ```swift
/// #Index<Album>(\.artistID, \.title, unique: true)
/// ```
///
/// - Parameters:
///   - unique: Whether the index is `UNIQUE`. The default is `false`.
///   - condition: The condition of a partial index, as SQL.
///   - name: The index's name. The default combines the names of the table and its columns.
@freestanding(declaration)
public macro Index<Root>(
  _ columns: PartialKeyPath<Root>..., unique: Bool = false, where condition: String? = nil,
  name: String? = nil
) = #externalMacro(module: "ORMMacros", type: "IndexMacro")

/// Adds an index whose terms are SQL, such as an expression or a descending column.
///
/// ```swift
/// #Index<Album>(terms: "lower(title)", "year DESC", name: "album_title_year")
/// ```
///
/// - Parameters:
///   - terms: The terms of the index, as SQL.
///   - unique: Whether the index is `UNIQUE`. The default is `false`.
///   - condition: The condition of a partial index, as SQL.
///   - name: The index's name.
@freestanding(declaration)
public macro Index<Root>(
  terms: String..., unique: Bool = false, where condition: String? = nil, name: String
) = #externalMacro(module: "ORMMacros", type: "IndexMacro")

/// Adds a unique index on one or more columns. Write it in the struct's body.
///
/// ```swift
/// #UniqueIndex<Album>(\.artistID, \.title)
/// ```
@freestanding(declaration)
public macro UniqueIndex<Root>(
  _ columns: PartialKeyPath<Root>..., where condition: String? = nil, name: String? = nil
) = #externalMacro(module: "ORMMacros", type: "IndexMacro")
