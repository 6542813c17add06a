import CBaseline
import Foundation
import ORM

/// Ten columns of mixed types.
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
      id: Int(person.id), name: String(person.name), email: String(person.email),
      bio: String(person.bio), score: person.score,
      age: person.has_age != 0 ? Int(person.age) : nil,
      created: Date(timeIntervalSince1970: person.created), active: person.active != 0,
      uuid: UUID(uuid: person.uuid),
      payload: Array(
        UnsafeRawBufferPointer(start: person.payload.bytes, count: Int(person.payload.size))))
  }
}

extension String {
  fileprivate init(_ text: baseline_text) {
    let bytes = UnsafeRawBufferPointer(start: text.bytes, count: Int(text.size))
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Person: Checksummed {
  var checksum: Int64 {
    let texts = name.utf8.count + email.utf8.count + bio.utf8.count
    let numbers = Int(score) + (age ?? 0) + Int(created.timeIntervalSince1970)
    return Int64(id + texts + numbers + (active ? 1 : 0) + Int(uuid.uuid.0) + payload.count)
  }
}

/// Rows as C has them and as Swift has them.
struct People: Sendable {
  let rows: [Person]
  let c: CPeople

  init(count: Int) {
    c = CPeople(count: count)
    rows = c.rows.map(Person.init)
  }

  /// The checksum of those that were written, where it is asked for.
  func checksum(_ pass: Contestant.Pass) -> Int64 { rows.checksum(pass) }
}

/// Rows of C. Nobody changes them, so that they are Sendable.
final class CPeople: @unchecked Sendable {
  let rows: [baseline_person]

  init(count: Int) { rows = (1...count).map { baseline_person_make(Int64($0)) } }

  deinit {
    for person in rows {
      free(person.name.bytes)
      free(person.email.bytes)
      free(person.bio.bytes)
      free(person.payload.bytes)
    }
  }
}
