import ORM

/// A row that is written over and over.
@Table
struct Counter: Identifiable, Sendable {
  let id: Int
  var value: Int
}
