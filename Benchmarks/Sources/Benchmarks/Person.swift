import CBaseline
import Foundation
import ORM

/// Ten columns of mixed types: the row that every workload reads and writes.
@Table
struct Person {
  let id: Int
  var name: String
  var email: String
  var bio: String
  var score: Double
  var age: Int?
  var created: Date
  var active: Bool
  var uuid: UUID
  var payload: [UInt8]
}

extension Person {
  /// The same row as C's.
  init(_ person: baseline_person) {
    self.init(
      id: Int(person.id), name: String(cString: person.name), email: String(cString: person.email),
      bio: String(cString: person.bio), score: person.score,
      age: person.has_age != 0 ? Int(person.age) : nil,
      created: Date(timeIntervalSince1970: person.created), active: person.active != 0,
      uuid: UUID(uuid: person.uuid),
      payload: Array(
        UnsafeBufferPointer(start: person.payload, count: Int(person.payload_size))))
  }

  /// What C adds up for the row, so that neither side wins by reading less.
  var checksum: Int64 {
    let texts = name.utf8.count + email.utf8.count + bio.utf8.count
    let numbers = Int(score) + (age ?? 0) + Int(created.timeIntervalSince1970)
    return Int64(id + texts + numbers + (active ? 1 : 0) + Int(uuid.uuid.0) + payload.count)
  }
}
