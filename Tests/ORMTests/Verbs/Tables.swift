import Foundation
import ORM

// The tables of these tests: one for each kind of key and of column.

/// A table with a generated key, and a draft without it.
@Table
struct Band: Identifiable, Equatable {
  let id: Int
  @Column(unique: true) var name: String
  var founded: Date?
}

/// A table with an optional key, and a reference.
@Table
struct Record: Identifiable, Equatable {
  var id: Int?
  var title: String
  @Column(references: Band.self, onDelete: .cascade) var bandID: Int?
  var plays = 0
  var note: String?
}

/// A table with a key of two columns.
@Table
struct Seat: Equatable {
  @Column(primaryKey: true) let line: String
  @Column(primaryKey: true) let number: Int
  var guest: String?
}

/// A table with a key that the caller sets.
@Table
struct Label: Equatable {
  @Column(primaryKey: true) var name: String
  var city: String?
}

/// A table with key columns only.
@Table
struct Member: Equatable {
  @Column(primaryKey: true) let bandID: Int
  @Column(primaryKey: true) let person: String
}

/// A table without a key.
@Table
struct Play: Equatable {
  var at: Date
  var title: String
}

/// A table with columns that the database fills.
@Table
struct Concert: Identifiable, Equatable {
  var id: Int?
  var title: String
  @Column(default: .database("'to be announced'")) var place: String?
  @Column(generated: .stored("upper(\"title\")")) var headline: String?
  @Column(readOnly: true) var stamp: String?

  /// The trigger that fills ``stamp`` after an insert.
  static let trigger = """
    CREATE TRIGGER "stamping" AFTER INSERT ON "concert" BEGIN
      UPDATE "concert" SET "stamp" = 'stamp ' || new."id" WHERE "id" = new."id";
    END
    """
}

/// A table with a lazy column.
@Table
struct Poster: Identifiable, Equatable {
  let id: Int
  var caption: String
  @Column(lazy: true) var image: Lazy<[UInt8]?>
}

/// A table with names that must be quoted.
@Table("order")
struct Odd: Equatable {
  @Column("a b", primaryKey: true) var id: Int?
  @Column("group") var group: String
  @Column("say \"hi\"", unique: true) var greeting: String
  @Column("a.b, order.c") var dotted: Int?
}

/// A table whose name has a quote, a dot and a space, with a reference to such a table.
@Table("say \"hi\". to")
struct OddChild: Equatable {
  @Column("select", primaryKey: true) var id: Int?
  @Column("from. where", references: Odd.self) var parent: Int?
}
