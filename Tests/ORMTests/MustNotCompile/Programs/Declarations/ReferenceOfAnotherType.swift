import Foundation
import ORM

@Table private struct Owner {
  let id: UUID
  @Column(unique: true) var code: Int
}

@Table private struct Pet {
  let id: Int
  // error: the column and the key that it refers to have different types
  @Column(references: Owner.self) var owner: String
  // error: the column and the column that it refers to must have the same type
  @Column(references: \Owner.code) var code: Double?
  // error: the column and the column that it refers to must have the same type
  @Column(as: UUIDText.self, references: \Owner.id) var other: UUID
  @Column(references: \Owner.code) var right: Int64?
}

@Table private struct Event {
  let id: Int
  // error: which is TEXT; write 'unixepoch('subsec')', or 'as: DateTimeText.self'
  @Column(default: .database("CURRENT_TIMESTAMP")) var at: Date
}
