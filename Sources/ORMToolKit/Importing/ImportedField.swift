/// The place and the kind of a record's value.
struct ImportedField {
  typealias Kind = FieldKind

  var kind: Kind
  /// Whether the bytes are unescaped, in the reader's own memory.
  var isUnescaped = false
  var start: Int
  var count: Int
  /// The place of the value in the buffer.
  var place: Int
}

/// The values of one record, in memory that is reused for the next record.
final class ImportedFields {
  private(set) var values: UnsafeMutablePointer<ImportedField>
  private(set) var count = 0
  private var capacity = 32

  init() { values = .allocate(capacity: capacity) }

  deinit { values.deallocate() }

  func removeAll() { count = 0 }

  func append(_ field: ImportedField) {
    if count == capacity {
      let larger = UnsafeMutablePointer<ImportedField>.allocate(capacity: capacity * 2)
      larger.update(from: values, count: count)
      values.deallocate()
      values = larger
      capacity *= 2
    }
    (values + count).initialize(to: field)
    count += 1
  }

  subscript(_ place: Int) -> ImportedField {
    get { values[place] }
    set { values[place] = newValue }
  }
}
