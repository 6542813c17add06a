/// Where a value of a record is, and how it was written.
struct ImportedField {
  enum Kind: UInt8 {
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

  var kind: Kind
  /// Whether the bytes are in the reader's own memory, without what escaped them.
  var isUnescaped = false
  var start: Int
  var count: Int
  /// The place in the buffer at which it is written.
  var place: Int
}

/// Values of one record, in memory that the next one has, too.
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

/// Bytes without what escaped them, of one record.
final class UnescapedBytes {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 1 << 10

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  func removeAll() { count = 0 }

  /// Makes room, so that as many bytes can be appended without looking for it.
  func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let size = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
    capacity = size
  }

  func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }
}
