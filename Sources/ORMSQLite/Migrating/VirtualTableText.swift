import ORMCore

/// The name and the SQL of a virtual table as SQLite stores them.
struct VirtualTableText {
  let name: String
  let sql: String

  /// Reads a `CREATE VIRTUAL TABLE`; nil for any other statement.
  init?(_ sql: String) {
    let tokens = Array(SQLTokens(sql))
    guard let using = tokens.firstIndex(where: { $0.isKeyword("USING") }),
      let name = tokens[..<using].lastIndex(where: { !$0.isBlank }),
      tokens[..<name].contains(where: { $0.isKeyword("VIRTUAL") })
    else { return nil }
    self.name = tokens[name].unquoted
    self.sql = "CREATE VIRTUAL TABLE " + tokens[name...].map { String($0.text) }.joined()
  }
}

extension DatabaseError {
  /// Whether a virtual table could not be created because its module or tokenizer is missing.
  var isOfUnknownModule: Bool {
    ["no such module: ", "no such tokenizer: ", "unknown tokenizer: "].contains {
      message.starts(withBytes: $0)
    }
  }
}
