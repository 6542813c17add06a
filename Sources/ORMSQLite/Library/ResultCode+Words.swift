import CSQLite
import ORMCore

@_documentation(visibility: internal)
extension ResultCode: CustomStringConvertible {
  /// The code's name, with its number and SQLite's description.
  public var description: String {
    "\(name) (\(rawValue)): \(String(cString: sqlite3_errstr(rawValue)))"
  }
}
