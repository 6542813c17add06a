import Foundation
import ORM

// The tables of the tests of the runtime: one for each kind of key and of column.

/// A key that the database gives, and a draft without it.
@Table
struct Band: Identifiable, Equatable {
  let id: Int
  @Column(unique: true) var name: String
  var founded: Date?
}

/// An optional key, and a reference.
@Table
struct Record: Identifiable, Equatable {
  var id: Int?
  var title: String
  @Column(references: Band.self, onDelete: .cascade) var bandID: Int?
  var plays = 0
  var note: String?
}

/// A key of two columns.
@Table
struct Seat: Equatable {
  @Column(primaryKey: true) let line: String
  @Column(primaryKey: true) let number: Int
  var guest: String?
}

/// A key that the caller gives.
@Table
struct Label: Equatable {
  @Column(primaryKey: true) var name: String
  var city: String?
}

/// Nothing but a key.
@Table
struct Member: Equatable {
  @Column(primaryKey: true) let bandID: Int
  @Column(primaryKey: true) let person: String
}

/// No key.
@Table
struct Play: Equatable {
  var at: Date
  var title: String
}

/// Columns that the database fills.
@Table
struct Concert: Identifiable, Equatable {
  var id: Int?
  var title: String
  @Column(default: .database("'to be announced'")) var place: String?
  @Column(generated: .stored("upper(\"title\")")) var headline: String?
  @Column(readOnly: true) var stamp: String?

  /// What fills ``stamp`` after the row was written.
  static let trigger = """
    CREATE TRIGGER "stamping" AFTER INSERT ON "concert" BEGIN
      UPDATE "concert" SET "stamp" = 'stamp ' || new."id" WHERE "id" = new."id";
    END
    """
}

/// A column that is not fetched unless asked for.
@Table
struct Poster: Identifiable, Equatable {
  let id: Int
  var caption: String
  @Column(lazy: true) var image: Lazy<[UInt8]?>
}

/// Names that only work in quotes.
@Table("order")
struct Odd: Equatable {
  @Column("a b", primaryKey: true) var id: Int?
  @Column("group") var group: String
  @Column("say \"hi\"", unique: true) var greeting: String
  @Column("a.b, order.c") var dotted: Int?
}

/// A name with a quote, a dot and a space, and a reference to such a table.
@Table("say \"hi\". to")
struct OddChild: Equatable {
  @Column("select", primaryKey: true) var id: Int?
  @Column("from. where", references: Odd.self) var parent: Int?
}
