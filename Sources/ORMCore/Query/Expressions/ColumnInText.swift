import Synchronization

// A column in a Swift string, `"\($0.title) (remaster)"`, has no text of a row: the string has the
// description of an expression, and to write it destroys what the rows had. The compiler warns of
// it if it can see it. For what it can't see (`String(describing:)`, a column in an optional), the
// description is marked, and an engine refuses what has the mark.

extension DefaultStringInterpolation {
  /// Appends the description of a column or of an expression, which is not the text of a row.
  @available(
    *, deprecated,
    message: "a column in a string has no value: join with '+', as in '$0.title + \"!\"'"
  )
  @_documentation(visibility: internal)
  public mutating func appendInterpolation(_ expression: some SQLExpressible) {
    appendLiteral(expression.description)
  }

  /// Appends the description of all columns of a table, or of a relation, which is no text either.
  @available(
    *, deprecated,
    message: "columns in a string have no value: join with '+', as in '$0.title + \"!\"'"
  )
  @_documentation(visibility: internal)
  public mutating func appendInterpolation(_ columns: some RelationEnd) {
    appendLiteral(ColumnInText.marked(.literal("the columns of a table")))
  }
}

@_documentation(visibility: internal)
extension SQLExpressible {
  /// The expression as SQL, for a message: `"title" || $1`.
  ///
  /// It is no text for a database: a statement that is given it as a value, or as part of one,
  /// throws ``ValueEncodingError``.
  public var description: String { ColumnInText.marked(node) }
}

/// Finds the description of an expression in what is sent to a database.
///
/// A description is between two marks, which no text from outside can have: they are made for each
/// run of the program. They are of characters without a glyph.
package enum ColumnInText {
  /// Whether an expression was described since the program began. As long as none was, no text has
  /// to be looked at.
  private static let wasDescribed = Atomic(false)

  /// Whether a text could have a description in it.
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

  /// The error of a text that has a description in it; nil if it has none.
  package static func error(in text: String) -> ValueEncodingError? {
    var text = text
    return text.withUTF8 { error(in: UnsafeRawBufferPointer($0)) }
  }

  /// The error of bytes that have a description in them; nil if they have none.
  package static func error(in bytes: UnsafeRawBufferPointer) -> ValueEncodingError? {
    let mark = Array(mark.utf8)
    guard let start = bytes.firstPlace(of: mark, from: 0) else { return nil }
    let end = bytes.firstPlace(of: mark, from: start + mark.count) ?? bytes.count
    let expression = String(decoding: bytes[(start + mark.count)..<end], as: UTF8.self)
    return ValueEncodingError(
      type: "String",
      reason: .invalid(
        description:
          "it was made of \(expression), which has no value in a Swift string: join texts and "
          + "columns with '+', as in $0.title + \" (remaster)\""))
  }
}

extension UnsafeRawBufferPointer {
  /// The place of the first occurrence of these bytes.
  fileprivate func firstPlace(of part: [UInt8], from start: Int) -> Int? {
    guard let first = part.first, count - start >= part.count else { return nil }
    for place in start...(count - part.count) where self[place] == first {
      if self[place..<place + part.count].elementsEqual(part) { return place }
    }
    return nil
  }
}

extension SQLNode {
  /// The qualifier of the column, or of the first one of an operator or a function.
  fileprivate var onlyQualifier: String? {
    switch kind {
    case .column(let qualifier, _): qualifier
    case .binary(let left, _, let right): left.onlyQualifier ?? right.onlyQualifier
    case .function(_, let arguments): arguments.lazy.compactMap(\.onlyQualifier).first
    default: nil
    }
  }
}
