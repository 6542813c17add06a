import ORMCore
import ORMSchema

/// A trigger or a view with a string in double quotes. Every statement that uses it fails, unless
/// the configuration allows such strings.
package struct DoubleQuotedString: Sendable {
  /// `trigger` or `view`.
  package let type: String
  package let name: String
  /// SQLite's error message.
  package let message: String
}

extension Database {
  /// Returns the triggers and views with strings in double quotes.
  package func doubleQuotedStrings() async throws -> [DoubleQuotedString] {
    try await reading { connection in
      let schema = Schema(
        reading: try SchemaReader { try connection.unreportedValues(of: $0) }.entries())
      let raw = RawConnection(connection.handle)
      var found: [DoubleQuotedString] = []
      func look(_ type: String, _ name: String, _ sql: String) {
        do {
          try raw.checkDoubleQuotes(sql)
        } catch {
          let message = (error as? DatabaseError)?.message ?? "\(error)"
          found.append(DoubleQuotedString(type: type, name: name, message: message))
        }
      }
      for view in schema.views {
        look("view", view.name, "SELECT * FROM main.\(view.name.quotedIdentifier)")
      }
      for trigger in schema.triggers {
        look("trigger", trigger.name, trigger.firingSQL(in: schema))
      }
      return found
    }
  }
}
