/// The action of an import for a record whose key is already in the table.
package enum ImportConflict: Sendable {
  /// The record is an error.
  case abort
  /// The record is skipped: `INSERT OR IGNORE`.
  case ignore
  /// The conflicting rows are deleted: `INSERT OR REPLACE`.
  case replace
  /// The row gets the record's values.
  case upsert

  /// The beginning of the `INSERT`; see <https://www.sqlite.org/lang_conflict.html>.
  var insertSQL: String {
    switch self {
    case .abort, .upsert: "INSERT"
    case .ignore: "INSERT OR IGNORE"
    case .replace: "INSERT OR REPLACE"
    }
  }
}
