import Synchronization

// A column in a Swift string, `"\($0.title) (remaster)"`, is not the text of a row: the string
// contains the description of an expression, and writing it overwrites the rows' texts. The
// compiler warns if it sees the column. For the cases that it can't see (`String(describing:)`, a
// column in an optional), the description contains marks, and an engine refuses a text with these
// marks.

extension DefaultStringInterpolation {
  /// Appends the description of a column or of an expression, which is not the text of a row.
  @available(
    *, deprecated,
    message: "a column in a string has no value: concatenate with '+', as in '$0.title + \"!\"'"
  )
  @_documentation(visibility: internal)
  public mutating func appendInterpolation(_ expression: some SQLExpressible) {
    appendLiteral(expression.description)
  }

  /// Appends the description of all columns of a table or a relation, which is not a text either.
  @available(
    *, deprecated,
    message: "columns in a string have no value: concatenate with '+', as in '$0.title + \"!\"'"
  )
  @_documentation(visibility: internal)
  public mutating func appendInterpolation(_ columns: some RelationEnd) {
    appendLiteral(ColumnInText.marked(.literal("the columns of a table")))
  }

  /// Appends the description of the row that an update writes, which is not a text either.
  @available(
    *, deprecated,
    message: "columns in a string have no value: concatenate with '+', as in '$0.title + \"!\"'"
  )
  @_documentation(visibility: internal)
  public mutating func appendInterpolation<T>(_ row: Updates<T>) {
    appendLiteral(ColumnInText.marked(.literal("the columns of a row")))
  }
}

// A mirror instead of a `description`: a column can be named `description`, and `$0.description`
// must refer to that column.
@_documentation(visibility: internal)
extension Updates: CustomReflectable {
  /// Makes `String(describing:)` return marked text, which engines refuse to write.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["row": ColumnInText.Description(of: .literal("the columns of a row"))],
      displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension SQLExpressible {
  /// The expression as SQL, for a message: `"title" || $1`.
  ///
  /// Don't use it as a value: a statement with a value that contains this description throws
  /// ``ValueEncodingError``.
  public var description: String { ColumnInText.marked(node) }
}

/// Finds the description of an expression in a value for a database.
///
/// A description is enclosed in two marks that no text from outside can contain: they are random
/// for each run of the program, and consist of characters without a glyph. The marks are also found
/// if a `URL` has percent-encoded them, or if they are in Base64, as `Data` in JSON is.
package enum ColumnInText {
  /// Whether an expression was described since the program began. Until then, texts need no search.
  private static let wasDescribed = Atomic(false)

  /// Whether a text can contain a description.
  package static var isPossible: Bool { wasDescribed.load(ordering: .relaxed) }

  /// Variation selectors, of which there are 240.
  private static let mark = String(
    String.UnicodeScalarView(
      (0..<10).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0xE0100...0xE01EF)) }))

  static func marked(_ node: SQLNode) -> String {
    wasDescribed.store(true, ordering: .relaxed)
    var renderer = SQLRenderer(over: node.onlyQualifier)
    let isRendered: Void? = try? renderer.append(node)
    return mark + (isRendered == nil ? "an expression" : renderer.written) + mark
  }

  /// A description among the parts of another value.
  struct Description: CustomStringConvertible {
    let description: String

    init(of node: SQLNode) { description = ColumnInText.marked(node) }
  }

  /// Returns the error of a text that contains a description; nil if it contains none.
  package static func error(in text: String) -> ValueEncodingError? {
    var text = text
    return text.withUTF8 { error(in: UnsafeRawBufferPointer($0)) }
  }

  /// The forms that the mark has in a URL and in Base64, whatever is around it.
  private static let encodedMarks: [[UInt8]] = {
    let bytes = Array(mark.utf8)
    func percent(_ isUppercase: Bool) -> String {
      bytes.map { "%" + String($0, radix: 16, uppercase: isUppercase) }.joined()
    }
    var forms = [Array(percent(true).utf8), Array(percent(false).utf8)]
    for offset in 0..<3 {
      // Keep only the characters whose bits are all from the mark.
      let plain = base64([UInt8](repeating: 0, count: offset) + bytes)
        .dropFirst(offset == 0 ? 0 : offset + 1)
      forms += [Array(plain), plain.map(inURL)]
    }
    return forms
  }()

  /// The character in the Base64 of URLs.
  private static func inURL(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: character
    }
  }

  /// Returns the characters of Base64 that encode only bits of these bytes.
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (coded, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 6 {
        count -= 6
        coded.append(alphabet[Int(bits >> count & 63)])
      }
      bits &= (1 << count) - 1
    }
    return coded
  }

  /// Returns the error of bytes that contain a description; nil if they contain none.
  package static func error(in bytes: UnsafeRawBufferPointer) -> ValueEncodingError? {
    let mark = Array(mark.utf8)
    let expression: String
    if let start = bytes.firstPlace(of: mark, from: 0) {
      let end = bytes.firstPlace(of: mark, from: start + mark.count) ?? bytes.count
      expression = String(decoding: bytes[(start + mark.count)..<end], as: UTF8.self)
    } else if encodedMarks.contains(where: { bytes.firstPlace(of: $0, from: 0) != nil }) {
      expression = "a column"
    } else {
      return nil
    }
    return ValueEncodingError(
      type: "String",
      reason: .invalid(
        description:
          "it was built from \(expression), which has no value in a Swift string: concatenate "
          + "texts and columns with '+', as in $0.title + \" (remaster)\""))
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the index of the first occurrence of these bytes.
  fileprivate func firstPlace(of part: [UInt8], from start: Int) -> Int? {
    guard let first = part.first, count - start >= part.count else { return nil }
    for place in start...(count - part.count) where self[place] == first {
      if self[place..<place + part.count].elementsEqual(part) { return place }
    }
    return nil
  }
}

extension SQLNode {
  /// The qualifier of the column, or of the first column in an operator or a function.
  fileprivate var onlyQualifier: String? {
    switch kind {
    case .column(let qualifier, _): qualifier
    case .binary(let left, _, let right): left.onlyQualifier ?? right.onlyQualifier
    case .function(_, let arguments): arguments.lazy.compactMap(\.onlyQualifier).first
    default: nil
    }
  }
}
