import CSQLite
import ORMCore

extension PreparedStatement {
  /// The columns of the result, as SQLite describes them without running the statement.
  var columns: [StatementColumn] {
    (0..<sqlite3_column_count(handle)).map { index in
      let origin = DynamicStatement.origin(of: index, in: handle)
      return StatementColumn(
        name: sqlite3_column_name(handle, index).map { String(cString: $0) } ?? "",
        declaredType: sqlite3_column_decltype(handle, index).map { String(cString: $0) },
        database: origin?.database, table: origin?.table, column: origin?.column)
    }
  }
}
