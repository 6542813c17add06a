import Foundation
import ORM

// What newcomers write.

// error: @Table: a table's rows are values, so the type has to be a struct and can't be an actor
@Table private actor Shop { var id: Int? }

@Table private struct Letters {
  var id: Int?
  // error: @Table: 'initial' can't be a column: no column stores 'Character'; write 'String'
  var initial: Character
  // error: @Table: 'part' can't be a column: no column stores 'Substring'; write 'String'
  var part: Substring?
  // error: @Table: 'width' can't be a column: no column stores 'CGFloat'; write 'Double'
  var width: CGFloat
  // error: @Table: 'day' can't be a column: no column stores 'NSDate'; write 'Date'
  var day: NSDate
  // error: @Table: 'large' can't be a column: no column stores 'Int128'; write 'Int64' or 'Decimal'
  var large: Int128
}

@Table private struct Things {
  var id: Int?
  // error: @Table: 'thing' can't be a column, because its type is 'Any'
  var thing: Any
  // error: @Table: 'more' can't be a column, because a value of type 'Any' can't be read back
  var more: [String: Any]
  // error: @Table: 'done' can't be a column, because its type is a function
  var done: @Sendable () -> Void
  // error: @Table: 'pair' can't be a column, because its type is a tuple
  var pair: (Int, Int)
  // error: @Table: 'words' is a collection, which SQLite has no type for
  var words: [String]
  // error: @Table: 'error' can't be a column, because its type is 'any Error'
  var error: any Error
}

@Table private struct Values {
  // error: @Table: the type of 'id' can't be seen by the macro; write it out: 'var id: Type = UUID()
  var id = UUID().uuidString
  // error: write it out: 'var address: URL = URL(filePath: "/")'
  var address = URL(filePath: "/")
  var created = Date()
  var changed = Date.now
  var token = UUID()
  // error: @Table: 'kind' is a 'let' with a value, which a fetch can't replace
  let kind = "value"
}

@Table private struct Defaults {
  var id: Int?
  // error: cannot convert value of type 'String' to specified type 'Int'
  var count: Int = "none"
  // error: cannot convert value of type 'Date' to expected argument type 'ColumnDefault'
  // error: @Column: 'default' is SQL's DEFAULT, so it has to be a literal
  @Column(default: Date()) var day: Date
}

@Table private struct Keys {
  // error: @Table: the key 'id' can't be optional, because the database generates only integer keys
  var id: String?
  var title: String
}

@Table private struct Pairs {
  // error: @Table: 'left' is one of several key columns, so it can't be optional
  @Column(primaryKey: true) var left: Int?
  @Column(primaryKey: true) var right: Int
}

@Table private struct Names {
  var id: Int?
  var title: String
  // error: @Column: another column is called 'TITLE', and SQLite ignores the case of names
  @Column("TITLE") var name: String
  // error: @Column: 'twice' has two '@Column' attributes; merge them into one
  @Column("a") @Column(unique: true) var twice: String
  // error: @Column: a name can't be empty
  @Column("") var nothing: String
  // error: @Column: the name has to be a string literal without interpolation
  @Column("n\(1)") var number: Int
  // error: @Ignored: 'both' can't be both
  @Column @Ignored var both: Int
}

@Table private struct Storage {
  var id: Int?
  // error: @Table: 'song' is a 'lazy var', which has no value to write
  lazy var song = 3
  // error: @Column: 'length' is computed, but only a stored property can be a column
  @Column("n") var length: Int { 3 }
  // error: @Table: 'deep' is optional twice, and a column has only one NULL
  var deep: Int??
  // error: @Table: 'primaryKey' is a name that the macro generates
  var primaryKey: Int
}

private enum Outer {
  // error: @Table: the generated extension of 'Hidden' is outside the enclosing type
  @Table private struct Hidden { var id: Int? }
}

private func local() {
  // error: local type cannot have attached extension macro
  @Table struct Local { var id: Int? }
}

// error: @Table: 'Twice' has two '@Table' attributes; remove one
@Table @Table private struct Twice { var id: Int? }

// error: 'extension' macro cannot be attached to extension
@Table extension NotATable {}

// error: @Table: 'sqlite_songs' can't be a table's name
@Table("sqlite_songs") private struct Reserved { var id: Int? }

// error: extraneous argument label 'name:' in macro expansion
@Table(name: "songs") private struct Labeled { var id: Int? }
