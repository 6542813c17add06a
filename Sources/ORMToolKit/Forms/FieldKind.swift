/// The kind of a value in a file.
enum FieldKind: UInt8 {
  /// A CSV value without quotes.
  case plain
  /// A value in quotes.
  case text
  /// A JSON number.
  case number
  case yes
  case no
  case null
  /// A JSON object or array.
  case json
  /// Bytes that are base64 in JSON.
  case blob
  /// A member that the JSON object lacks.
  case absent
}
