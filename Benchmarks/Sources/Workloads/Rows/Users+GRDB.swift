import GRDB

extension User: FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "users"

  init(row: Row) { self.init(id: row[0], name: row[1], hairColor: row[2]) }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["name"] = name
    container["hair_color"] = hairColor
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = Int(inserted.rowID) }
}

extension Post: FetchableRecord, TableRecord {
  static let databaseTableName = "posts"

  init(row: Row) { self.init(id: row[0], userID: row[1], title: row[2], body: row[3]) }
}

extension Comment: FetchableRecord, TableRecord {
  static let databaseTableName = "comments"

  init(row: Row) { self.init(id: row[0], postID: row[1], text: row[2]) }
}

extension UserAndPost: FetchableRecord {
  init(row: Row) {
    user = User(row: row)
    let id: Int? = row[3]
    post = id.map { Post(id: $0, userID: row[4], title: row[5], body: row[6]) }
  }
}
