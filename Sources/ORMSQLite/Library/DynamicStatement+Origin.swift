import CSQLite
import ORMCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension DynamicStatement {
  /// The column of a table that a result column comes from.
  package struct Origin: Sendable {
    /// The name under which the database is attached: `main`.
    package let database: String
    package let table: String
    package let column: String
  }

  /// Returns the column of a table that a result column comes from, through views and subqueries;
  /// nil for an expression. For a `UNION`, the columns are those of its first part.
  ///
  /// It is nil for all columns if SQLite was built without `SQLITE_ENABLE_COLUMN_METADATA`, which
  /// is rare; see <https://www.sqlite.org/c3ref/column_database_name.html>.
  package func origin(of column: Int) -> Origin? { Self.origin(of: Int32(column), in: handle) }

  /// Returns the column of a table that a result column of a prepared statement comes from.
  static func origin(of column: Int32, in statement: OpaquePointer) -> Origin? {
    guard let functions = Self.originFunctions,
      let database = functions.database(statement, column),
      let table = functions.table(statement, column),
      let name = functions.column(statement, column)
    else { return nil }
    return Origin(
      database: String(cString: database), table: String(cString: table),
      column: String(cString: name))
  }

  private typealias NameFunction = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?

  /// The functions for origins, looked up at run time: a library without metadata lacks them, so
  /// direct calls could not be linked.
  private static let originFunctions:
    (database: NameFunction, table: NameFunction, column: NameFunction)? = {
      func function(_ name: String) -> NameFunction? {
        // The libraries that the program has loaded.
        guard let library = dlopen(nil, RTLD_LAZY), let address = dlsym(library, name) else {
          return nil
        }
        return unsafeBitCast(address, to: NameFunction.self)
      }
      guard let database = function("sqlite3_column_database_name"),
        let table = function("sqlite3_column_table_name"),
        let column = function("sqlite3_column_origin_name")
      else { return nil }
      return (database, table, column)
    }()
}
