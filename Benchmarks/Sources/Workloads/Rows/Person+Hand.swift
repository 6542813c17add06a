import CBaseline
import Foundation

extension Person: HandRow {
  static let selectByHand = """
    SELECT "id", "name", "email", "bio", "score", "age", "created", "active", "uuid", "payload" \
    FROM "person"
    """
  static let insertByHand = """
    INSERT INTO "person" ("name", "email", "bio", "score", "age", "created", "active", "uuid", \
    "payload", "id") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    """
  static let updateByHand = """
    UPDATE "person" SET "name" = $1, "email" = $2, "bio" = $3, "score" = $4, "age" = $5, \
    "created" = $6, "active" = $7, "uuid" = $8, "payload" = $9 WHERE "id" = $10
    """

  init(_ row: OpaquePointer) {
    id = row.integer(0)
    name = row.text(1)
    email = row.text(2)
    bio = row.text(3)
    score = row.real(4)
    age = row.integerIfPresent(5)
    created = Date(timeIntervalSince1970: row.real(6))
    active = row.integer(7) != 0
    let bytes = row.blob(8)
    uuid = bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : UUID()
    payload = Array(row.blob(9))
  }

  /// Runs a statement that writes the row. SQLite reads the bytes where they are.
  func write(_ statement: borrowing HandStatement) throws {
    let row = statement.pointer
    sqlite3_bind_double(row, 4, score)
    if let age { sqlite3_bind_int64(row, 5, Int64(age)) } else { sqlite3_bind_null(row, 5) }
    sqlite3_bind_double(row, 6, created.timeIntervalSince1970)
    sqlite3_bind_int64(row, 7, active ? 1 : 0)
    sqlite3_bind_int64(row, 10, Int64(id))
    var (name, email, bio) = (name, email, bio)
    let code = name.withUTF8 { name in
      row.bind(1, text: name)
      return email.withUTF8 { email in
        row.bind(2, text: email)
        return bio.withUTF8 { bio in
          row.bind(3, text: bio)
          return withUnsafeBytes(of: uuid.uuid) { uuid in
            sqlite3_bind_blob(row, 8, uuid.baseAddress, 16, nil)
            return payload.withUnsafeBytes { payload in
              sqlite3_bind_blob(row, 9, payload.baseAddress, Int32(payload.count), nil)
              return sqlite3_step(row)
            }
          }
        }
      }
    }
    sqlite3_reset(row)
    guard code == SQLITE_DONE else { throw SQLiteFailure(code: code) }
  }
}
