import CBaseline

extension User: HandRow {
  static let selectByHand = "SELECT id, name, hair_color FROM users"
  static let insertByHand = "INSERT INTO users (name, hair_color) VALUES ($1, $2)"

  init(_ row: OpaquePointer) {
    self.init(id: row.integer(0), name: row.text(1), hairColor: row.textIfPresent(2))
  }

  /// Runs a statement that inserts the row. SQLite reads the bytes where they are.
  func insert(_ statement: borrowing HandStatement) throws {
    let row = statement.pointer
    var name = name
    let code = name.withUTF8 { name in
      row.bind(1, text: name)
      guard var hairColor else {
        sqlite3_bind_null(row, 2)
        return sqlite3_step(row)
      }
      return hairColor.withUTF8 { hairColor in
        row.bind(2, text: hairColor)
        return sqlite3_step(row)
      }
    }
    sqlite3_reset(row)
    guard code == SQLITE_DONE else { throw SQLiteFailure(code: code) }
  }
}

extension Post: HandRow {
  /// Those of so many users.
  static func selectByHand(users: Int) -> String {
    "SELECT id, user_id, title, body FROM posts WHERE user_id IN (\(parameters(users)))"
  }

  init(_ row: OpaquePointer) { self.init(row, at: 0) }

  fileprivate init(_ row: OpaquePointer, at column: Int32) {
    self.init(
      id: row.integer(column), userID: row.integer(column + 1), title: row.text(column + 2),
      body: row.textIfPresent(column + 3))
  }
}

extension Comment: HandRow {
  /// Those of so many posts.
  static func selectByHand(posts: Int) -> String {
    "SELECT id, post_id, text FROM comments WHERE post_id IN (\(parameters(posts)))"
  }

  init(_ row: OpaquePointer) {
    self.init(id: row.integer(0), postID: row.integer(1), text: row.text(2))
  }
}

/// `$1, $2, …`
private func parameters(_ count: Int) -> String {
  (1...count).map { "$\($0)" }.joined(separator: ", ")
}

extension UserAndPost: HandRow {
  static let sql = """
    SELECT users.id, users.name, users.hair_color, posts.id, posts.user_id, posts.title, posts.body \
    FROM users LEFT JOIN posts ON users.id = posts.user_id WHERE users.hair_color = $1
    """

  init(_ row: OpaquePointer) {
    user = User(row)
    post = row.isNull(3) ? nil : Post(row, at: 3)
  }
}
