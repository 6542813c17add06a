extension SQLValue {
  /// The value as an SQL literal, for places that don't allow a parameter, such as `DEFAULT`.
  ///
  /// See <https://www.sqlite.org/lang_expr.html#literal_values_constants_>.
  public var literal: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .real(let value):
      if value.isNaN { return "NULL" }
      if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
      return String(value)
    case .text(let value):
      // SQLite ends a literal at a NUL, so such text is written as its bytes.
      if value.hasNUL {
        return "CAST(\(SQLValue.blob(Array(value.utf8)).literal) AS TEXT)"
      }
      var literal = "'"
      for scalar in value.unicodeScalars {
        if scalar == "'" { literal.unicodeScalars.append(scalar) }
        literal.unicodeScalars.append(scalar)
      }
      return literal + "'"
    case .blob(let bytes):
      var literal = "x'"
      for byte in bytes {
        if byte < 16 { literal += "0" }
        literal += String(byte, radix: 16)
      }
      return literal + "'"
    }
  }
}
