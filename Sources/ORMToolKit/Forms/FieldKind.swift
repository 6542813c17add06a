/// The kind of a value in a file.
enum FieldKind: UInt8 {
  /// Without quotes, in CSV.
  case plain
  /// In quotes.
  case text
  /// A number of JSON.
  case number
  case yes
  case no
  case null
  /// An object or an array of JSON.
  case json
  /// Bytes that JSON has in base64.
  case blob
  /// A member that an object does not have.
  case absent
}
