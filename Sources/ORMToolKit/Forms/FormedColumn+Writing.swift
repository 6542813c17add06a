import ORMCore
import ORMSQLite

extension FormedColumn {
  /// The text of a number with an exponent, if the number would otherwise be read as a value of the
  /// form; nil if not.
  func exponentText(_ number: Double) -> String? {
    let text = "\(number)"
    return form.reads(text) ? text + "e0" : nil
  }
}

extension SQLValue {
  /// The value for people to read, in the form of its column.
  package func shown(
    as column: FormedColumn?, nullAs null: String = "NULL", bytes limit: Int = 16
  ) -> String {
    column.flatMap { $0.form.shown(self, in: $0.column)?.words }
      ?? shown(nullAs: null, bytes: limit)
  }
}

extension JSONValue {
  /// The JSON of a row's value, in the form of its column. A text that would be read as another
  /// value is an object, `{"text": "…"}`.
  ///
  /// - Parameter isLine: Whether the value must not contain line breaks.
  init(
    _ row: borrowing DynamicStatement, _ column: Int, _ formed: FormedColumn?, isLine: Bool
  ) {
    guard let formed else {
      self.init(row.value(column))
      return
    }
    if formed.form == .json, row.storageClass(column) == .text {
      let embedded: [UInt8]? = row.withBytes(column) { text in
        EmbeddedJSON.isOne(text, isLine: isLine) ? Array(text) : nil
      }
      if let embedded {
        self = .written(embedded)
        return
      }
    }
    self.init(row.value(column), as: formed)
  }

  /// The JSON of a value in the form of its column, if that is not JSON.
  init(_ value: SQLValue, as formed: FormedColumn?) {
    guard let formed else {
      self.init(value)
      return
    }
    if let shown = formed.form.shown(value, in: formed.column) {
      switch shown {
      case .text(let text): self = .text(text)
      case .number(let text): self = .written(Array(text.utf8))
      case .bool(let value): self = .bool(value)
      }
      return
    }
    switch value {
    case .text(let text) where formed.form.reads(text):
      self = .object([("text", .text(text))])
    case .real(let number):
      self = formed.exponentText(number).map { .written(Array($0.utf8)) } ?? JSONValue(value)
    default: self.init(value)
    }
  }
}
