import ORM

/// One of the tasks that write, with the number of its last transaction.
@Table
struct Lane: Identifiable, Sendable {
  let id: Int
  var number: Int
}

/// What transactions take from and give to: the sum of all stays what it was.
@Table
struct Purse: Identifiable, Sendable {
  let id: Int
  var amount: Int
}

/// A transaction, among the last of its lane.
@Table
struct Entry: Identifiable, Sendable {
  #Index<Entry>(\.lane, \.number, unique: true)

  let id: Int
  @Column(references: Lane.self) var lane: Int
  var number: Int
}

/// What a transaction has written: less than a page, or several.
@Table
struct Sheet: Identifiable, Sendable {
  #Index<Sheet>(\.entry)

  let id: Int
  @Column(references: Entry.self, onDelete: .cascade) var entry: Int
  var position: Int
  var bytes: [UInt8]
}
