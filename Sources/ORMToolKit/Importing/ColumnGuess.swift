import ORMCore

/// What the values of a column have in common, from which a new table's type follows.
struct ColumnGuess {
  private var isEmpty = true
  private var mayBeInteger = true
  private var mayBeReal = true
  private var mayBeBlob = true

  /// Looks at one more value.
  ///
  /// - Parameter areTexts: Whether what is in quotes is a text and never a number, as in JSON.
  mutating func add(_ field: ImportedField, _ bytes: UnsafeRawBufferPointer, areTexts: Bool) {
    switch field.kind {
    case .text where areTexts: (mayBeInteger, mayBeReal, mayBeBlob) = (false, false, false)
    case .null, .absent: return
    case .yes, .no: (mayBeReal, mayBeBlob) = (false, false)
    case .json: (mayBeInteger, mayBeReal, mayBeBlob) = (false, false, false)
    case .blob: (mayBeInteger, mayBeReal) = (false, false)
    case .number:
      addNumber(bytes)
      // One that no column of numbers holds is a text, as it is written.
      mayBeBlob = false
    case .plain, .text:
      // What is empty says nothing, and is NULL in a column of numbers.
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
      // A Double would not have it.
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
