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
/// Stored properties are columns. The key is `id`, or what `@Column(primaryKey: true)` marks. The
/// database gives a key that is an integer, and one that says `@Column(autoincrement: true)`: the
/// macro reads types as they are written, and can't tell which type a `typealias` outside of the
/// struct names.
///
/// A struct that is `public` (or `package`) and declares no initializer gets the one that Swift
/// makes, but public: it takes all public properties, in declared order, with their defaults.
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
/// There is none where something that isn't public has no default, or where a property has a
/// wrapper. An initializer in an extension is not seen by the macro: declare your own in the
/// struct.
///
/// - Parameters:
///   - name: The table's name; without one, the type's name with its first letters lowered
///     (`Album` is `album`, `HTTPLog` is `httpLog`), or as `naming` derives it.
///   - renamedFrom: The names that the table had in earlier versions, the oldest first: a migration
///     renames the table of one of them.
///   - naming: How names that are not given are derived from Swift's.
///   - strict: Whether `create` makes a `STRICT` table.
///   - withoutRowID: Whether `create` makes a `WITHOUT ROWID` table.
///   - constraints: Table constraints as SQL, such as `CHECK ("a" < "b")`. A
///     `PRIMARY KEY` is written in place of that of the columns that are marked as the key, which
///     then take NULL, as SQLite's do.
@attached(
  extension, conformances: DatabaseTable, KeyedTable, QueryFilled, NamedSource, Selection,
  names: named(ColumnTypes), named(Columns), named(Draft), named(Key), named(tableName),
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
  extension, conformances: Embeddable,
  names: named(ColumnTypes), named(Columns), named(columnCount), named(mayBeAllNull),
  named(addColumns(to:prefix:)),
  named(init(row:at:)), named(init(stored:)), named(bind(to:at:))
)
@attached(member, names: named(ColumnTypes), named(InitialValues), named(init))
public macro Embeddable(naming: NamingStrategy = .asWritten) =
  #externalMacro(module: "ORMMacros", type: "EmbeddableMacro")

/// Makes a struct something that the rows of a query are decoded into.
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
/// Its properties are values that a query selects: `@Column` can name one and give it another
/// representation, and no more. Raw SQL fetches it by the names of its columns.
///
/// An array is a list of a to-many relation, and `@Embedded` makes a property a whole row. With one
/// of those, each property is filled by an expression of its own type, and raw SQL can't fetch it:
///
/// ```swift
/// @Selection struct Shelf { @Embedded let artist: Artist; let albums: [Album]; let count: Int }
///
/// let shelves = Artist.select {
///   Shelf.select(artist: $0, albums: $0.albums, count: $0.albums.count())
/// }
/// ```
@attached(
  extension, conformances: Selection, NestedSelection,
  names: named(ColumnTypes), named(Columns), named(columnCount), named(mayBeAllNull),
  named(selectedColumns),
  named(init(row:)), named(Parts), named(init(parts:)),
  named(select)
)
@attached(member, names: named(ColumnTypes), named(InitialValues), named(init))
public macro Selection(naming: NamingStrategy = .asWritten) =
  #externalMacro(module: "ORMMacros", type: "SelectionMacro")

/// Says what a column is beyond its property.
///
/// - Parameters:
///   - name: The column's name in the database.
///   - renamedFrom: The names that the column had in earlier versions, the oldest first.
///   - primaryKey: Whether the column is the key, or one of the key's columns.
///   - autoincrement: Whether the database never gives a deleted row's key again; the key is then
///     given by the database.
///   - unique: Whether no two rows have the same value.
///   - default: The `DEFAULT`, and whether an insert leaves nil to it.
///   - collate: How text is compared.
///   - check: A condition on the column, as SQL.
///   - index: Whether the column has an index of its own.
///   - generated: The expression that computes the column, which is then never written.
///   - readOnly: Whether the column is filled by a fetch and never written.
///   - queryOnly: Whether there is no such column: the property has its default, unless the SQL of
///     one's own that it is fetched by has a column of its name (`SELECT *, 5 AS computed FROM …`).
///   - nullAsDefault: Whether a NULL in the column is read as the property's default. The column
///     takes NULL, and queries see it; what is written is the property's value.
///   - lazy: Whether the column is fetched only when asked for; its type is then ``Lazy``.
///   - as: The representation of the property's type in the database.
///   - meaning: The meaning of the stored values, as a string literal: `"percent"`. It changes no
///     SQL, and is a part of the recorded schema: if it changes, a migration converts the values by
///     a rule, or is refused.
///   - references: The table whose key the column refers to.
///   - onDelete: What happens to this row when the row it refers to is deleted.
///   - onUpdate: What happens to this row when the key it refers to changes.
@attached(peer)
public macro Column(
  _ name: String? = nil, renamedFrom: String..., primaryKey: Bool = false,
  autoincrement: Bool = false,
  unique: Bool = false, default: ColumnDefault? = nil, collate: Collation? = nil,
  check: String? = nil, index: Bool = false, generated: GeneratedColumn? = nil,
  readOnly: Bool = false, queryOnly: Bool = false, nullAsDefault: Bool = false,
  lazy: Bool = false, as: Any.Type? = nil, meaning: String? = nil,
  references: Any.Type? = nil,
  onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
) = #externalMacro(module: "ORMMacros", type: "ColumnMacro")

/// Says what a column is beyond its property, with a reference to a column that is not the key.
///
/// - Parameter references: The property of another table that the column refers to; its column has
///   to be unique there.
@attached(peer)
public macro Column<Parent, Value>(
  _ name: String? = nil, renamedFrom: String..., primaryKey: Bool = false, unique: Bool = false,
  default: ColumnDefault? = nil, collate: Collation? = nil, check: String? = nil,
  index: Bool = false, generated: GeneratedColumn? = nil, readOnly: Bool = false,
  nullAsDefault: Bool = false, lazy: Bool = false, as: Any.Type? = nil, meaning: String? = nil,
  references: KeyPath<Parent, Value>,
  onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
) = #externalMacro(module: "ORMMacros", type: "ColumnMacro")

/// Leaves a property out of the table. It needs a default, which every fetched row has.
@attached(peer)
public macro Ignored() = #externalMacro(module: "ORMMacros", type: "IgnoredMacro")

/// Embeds the columns of an `@Embeddable` struct, each name behind `prefix`.
///
/// An optional property is nil where all of its columns are NULL.
@attached(peer)
public macro Embedded(prefix: String = "") =
  #externalMacro(module: "ORMMacros", type: "EmbeddedMacro")

/// Adds an index over one or more columns, written in the struct's body.
///
/// ```swift
/// #Index<Album>(\.artistID, \.title, unique: true)
/// ```
///
/// - Parameters:
///   - unique: Whether no two rows have the same values.
///   - condition: The condition of a partial index, as SQL.
///   - name: The index's name; without one, the table's and the columns'.
@freestanding(declaration)
public macro Index<Root>(
  _ columns: PartialKeyPath<Root>..., unique: Bool = false, where condition: String? = nil,
  name: String? = nil
) = #externalMacro(module: "ORMMacros", type: "IndexMacro")

/// Adds an index over what SQL says, where columns alone don't: an expression, an order.
///
/// ```swift
/// #Index<Album>(terms: "lower(title)", "year DESC", name: "album_title_year")
/// ```
///
/// - Parameters:
///   - terms: The terms of the index, as SQL.
///   - unique: Whether no two rows have the same values.
///   - condition: The condition of a partial index, as SQL.
///   - name: The index's name.
@freestanding(declaration)
public macro Index<Root>(
  terms: String..., unique: Bool = false, where condition: String? = nil, name: String
) = #externalMacro(module: "ORMMacros", type: "IndexMacro")

/// Says that no two rows have the same values in these columns, written in the struct's body.
///
/// ```swift
/// #UniqueIndex<Album>(\.artistID, \.title)
/// ```
@freestanding(declaration)
public macro UniqueIndex<Root>(
  _ columns: PartialKeyPath<Root>..., where condition: String? = nil, name: String? = nil
) = #externalMacro(module: "ORMMacros", type: "IndexMacro")
