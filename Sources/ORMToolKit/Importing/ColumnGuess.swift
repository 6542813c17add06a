import ORMCore

/// The type of a new table's column, guessed from its values.
struct ColumnGuess {
  private var isEmpty = true
  private var mayBeInteger = true
  private var mayBeReal = true
  private var mayBeBlob = true

  /// Adds a value.
  ///
  /// - Parameter areTexts: Whether a value in quotes is always text and never a number, as in JSON.
  mutating func add(_ field: ImportedField, _ bytes: UnsafeRawBufferPointer, areTexts: Bool) {
    switch field.kind {
    case .text where areTexts: (mayBeInteger, mayBeReal, mayBeBlob) = (false, false, false)
    case .null, .absent: return
    case .yes, .no: (mayBeReal, mayBeBlob) = (false, false)
    case .json: (mayBeInteger, mayBeReal, mayBeBlob) = (false, false, false)
    case .blob: (mayBeInteger, mayBeReal) = (false, false)
    case .number:
      addNumber(bytes)
      // A number that no numeric column can store is kept as text.
      mayBeBlob = false
    case .plain, .text:
      // An empty value does not restrict the type: it is NULL in a numeric column.
      if bytes.isEmpty { return }
      addNumber(bytes)
      if mayBeBlob && SQLValue.bytes(written: bytes) == nil { mayBeBlob = false }
    }
    isEmpty = false
  }

  private mutating func addNumber(_ bytes: UnsafeRawBufferPointer) {
    if !mayBeInteger && !mayBeReal { return }
    let integer = NumberText.isCanonical(bytes) ? NumberText.integer(bytes) : nil
    if let integer {
      // A Double can't represent it.
      if integer.magnitude > 1 << 53 { mayBeReal = false }
    } else {
      mayBeInteger = false
      if mayBeReal { mayBeReal = NumberText.isReal(bytes) }
    }
  }

  /// The type of the column in a STRICT table.
  var type: String {
    if isEmpty { return "TEXT" }
    if mayBeInteger { return "INTEGER" }
    if mayBeReal { return "REAL" }
    return mayBeBlob ? "BLOB" : "TEXT"
  }
}
