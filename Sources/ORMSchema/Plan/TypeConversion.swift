import ORMCore

/// The conversion, as SQL, of a value to the type of another column.
///
/// The conditions were found by inserting values of all storage classes: simpler ones are wrong for
/// numbers in scientific notation and at the ends of the range. See
/// <https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison>.
struct TypeConversion {
  let type: TableMeaning.TypeMeaning

  /// - Parameter type: The type that the column is declared with.
  init(to type: TableMeaning.TypeMeaning) {
    self.type = type
  }

  private enum Class { case text, number, real, blob, any }

  private var storedClass: Class {
    switch type {
    case .affinity(.text): .text
    case .affinity(.integer), .affinity(.numeric), .number, .rowID: .number
    case .affinity(.real): .real
    case .affinity(.none): .any
    // A `STRICT` table has one type for each affinity, and ANY, whose affinity is numeric.
    case .strict(let name):
      switch Affinity(name.text) {
      case .text: .text
      case .integer: .number
      case .real: .real
      case .none: .blob
      case .numeric: .any
      }
    }
  }

  private var isStrict: Bool { if case .strict = type { true } else { false } }

  /// Returns the SQL of the value that the column stores.
  func stored(_ value: String) -> String {
    let isNumber = "typeof(\(value)) = 'text' AND CAST(\(value) AS NUMERIC) = \(value)"
    return switch storedClass {
    case .text:
      "CASE WHEN typeof(\(value)) IN ('integer', 'real') THEN CAST(\(value) AS TEXT)"
        + " ELSE \(value) END"
    case .number: "CASE WHEN \(isNumber) THEN CAST(\(value) AS NUMERIC) ELSE \(value) END"
    case .real:
      "CASE WHEN typeof(\(value)) = 'integer' OR (\(isNumber)) THEN CAST(\(value) AS REAL)"
        + " ELSE \(value) END"
    case .blob, .any: value
    }
  }

  /// Returns a condition, as SQL, that the column refuses a value; nil if it refuses none.
  func refusal(of value: String) -> String? {
    if type == .rowID { return "typeof(\(stored(value))) NOT IN ('integer', 'null')" }
    guard isStrict else { return nil }
    switch storedClass {
    case .text: return "typeof(\(value)) = 'blob'"
    case .number:
      let number = "CAST(\(value) AS NUMERIC)"
      return "(typeof(\(value)) = 'blob' OR (typeof(\(value)) IN ('text', 'real') AND NOT"
        + " (\(number) = \(value) AND CASE typeof(\(number)) WHEN 'integer' THEN 1 ELSE"
        + " \(number) > -9223372036854775808.0 AND \(number) < 9223372036854775807.0"
        + " AND CAST(\(number) AS INTEGER) = \(number) END)))"
    case .real:
      return "(typeof(\(value)) = 'blob' OR (typeof(\(value)) = 'text'"
        + " AND NOT CAST(\(value) AS NUMERIC) = \(value)))"
    case .blob: return "typeof(\(value)) NOT IN ('blob', 'null')"
    case .any: return nil
    }
  }

  /// Returns a condition, as SQL, that the stored value differs from the original one and can't be
  /// converted back.
  func change(from value: String, to stored: String) -> String {
    // 2^63 is not an integer, but CAST turns it into the greatest one.
    let integer =
      "CASE WHEN typeof(\(stored)) <> 'real' OR \(stored) < 9223372036854775808.0"
      + " THEN CAST(\(stored) AS INTEGER) END"
    let back =
      "CASE typeof(\(value)) WHEN 'text' THEN CAST(\(stored) AS TEXT)"
      + " WHEN 'integer' THEN \(integer)"
      + " WHEN 'real' THEN CAST(\(stored) AS REAL) ELSE \(stored) END"
    let isChanged =
      "(typeof(\(stored)) <> typeof(\(value)) AND (\(back)) IS NOT +\(value)"
      + " COLLATE BINARY)"
    return refusal(of: value).map { "(\(isChanged) AND NOT \($0))" } ?? isChanged
  }

  /// Returns the SQL of the value to store if every change is allowed: a value that the column
  /// would refuse is converted with `CAST`.
  func forced(_ value: String) -> String {
    guard let refusal = refusal(of: value) else { return value }
    return "CASE WHEN \(refusal) THEN CAST(\(value) AS \(castType)) ELSE \(value) END"
  }

  private var castType: String {
    switch storedClass {
    case .text: "TEXT"
    case .number: "INTEGER"
    case .real: "REAL"
    case .blob, .any: "BLOB"
    }
  }
}
