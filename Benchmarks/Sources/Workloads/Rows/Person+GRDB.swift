import Foundation
import GRDB

/// The row as GRDB's users write it, whose BLOB is `Data`.
struct PersonOfGRDB: FetchableRecord, PersistableRecord {
  static let databaseTableName = "person"

  let id: Int
  var name: String
  var email: String
  var bio: String
  var score: Double
  var age: Int?
  var created: Date
  var active: Bool
  var uuid: UUID
  var payload: Data

  init(row: Row) {
    id = row[0]
    name = row[1]
    email = row[2]
    bio = row[3]
    score = row[4]
    age = row[5]
    created = Date(timeIntervalSince1970: row[6])
    active = row[7]
    uuid = row[8]
    payload = row[9]
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["name"] = name
    container["email"] = email
    container["bio"] = bio
    container["score"] = score
    container["age"] = age
    container["created"] = created.timeIntervalSince1970
    container["active"] = active
    container["uuid"] = uuid
    container["payload"] = payload
  }

  /// What a statement of ``Person/insertByHand`` or ``Person/updateByHand`` takes.
  var statementArguments: StatementArguments {
    [name, email, bio, score, age, created.timeIntervalSince1970, active, uuid, payload, id]
  }
}

extension PersonOfGRDB {
  init(_ person: Person) {
    id = person.id
    name = person.name
    email = person.email
    bio = person.bio
    score = person.score
    age = person.age
    created = person.created
    active = person.active
    uuid = person.uuid
    payload = Data(person.payload)
  }
}

extension PersonOfGRDB: Checksummed {
  var checksum: Int64 {
    Person(
      id: id, name: name, email: email, bio: bio, score: score, age: age, created: created,
      active: active, uuid: uuid, payload: Array(payload)
    ).checksum
  }
}

/// The same as any `Codable`.
struct CodablePerson: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "person"

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }

  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    .timeIntervalSince1970
  }

  let id: Int
  var name: String
  var email: String
  var bio: String
  var score: Double
  var age: Int?
  var created: Date
  var active: Bool
  var uuid: UUID
  var payload: Data
}

extension CodablePerson {
  init(_ person: Person) {
    self.init(
      id: person.id, name: person.name, email: person.email, bio: person.bio, score: person.score,
      age: person.age, created: person.created, active: person.active, uuid: person.uuid,
      payload: Data(person.payload))
  }
}

extension CodablePerson: Checksummed {
  var checksum: Int64 {
    Person(
      id: id, name: name, email: email, bio: bio, score: score, age: age, created: created,
      active: active, uuid: uuid, payload: Array(payload)
    ).checksum
  }
}
