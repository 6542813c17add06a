import ORMCore

/// The source of an enum with the values that a column accepts.
struct SwiftEnum {
  let name: String
  let rawType: String
  let source: String

  /// - Returns: nil if the values can't be cases of one enum.
  init?(_ name: String, _ values: Values) {
    self.name = name
    var names = SwiftNames.cases
    var lines: [String] = []
    switch values {
    case .integers(let integers):
      rawType = "Int"
      lines = integers.map { value in
        "case \(names.unused(value < 0 ? "minus\(value.magnitude)" : "n\(value)")) = \(value)"
      }
    case .texts(let texts):
      guard
        // Characters: Swift considers some texts equal that SQLite distinguishes
        Set(texts).count == texts.count
      else { return nil }
      rawType = "String"
      lines = texts.map { text in
        let name = names.unused(text.isEmpty ? "empty" : SwiftName(text).property(.swift))
        return name.hasSameBytes(as: text) ? "case \(name)" : "case \(name) = \(text.swiftLiteral)"
      }
    }
    source =
      "  enum \(name): \(rawType), CaseIterable, ColumnValue {\n"
      + lines.map { "    \($0)\n" }.joined() + "  }"
  }

  /// The values that a check lists.
  enum Values {
    case integers([Int64])
    case texts([String])

    /// Whether the values are those of a `Bool`.
    var areBool: Bool {
      if case .integers(let values) = self { Set(values) == [0, 1] } else { false }
    }

    /// Finds the values of `CHECK (column IN (…))`; nil if there is no such check, or other values
    /// are stored.
    init?(of column: Schema.Column, in table: Schema.Table, stored: StoredValues?) {
      let isBinary = column.collation.map { $0.isSameName(as: "BINARY") } ?? true
      guard isBinary, column.generated == nil,
        let found = table.checks.lazy.compactMap({ Values($0.expression, column.name) }).first
      else { return nil }
      let affinity = Affinity(column.type)
      switch found {
      case .integers(let values):
        guard affinity == .integer || affinity == .numeric && !table.isStrict else { return nil }
        if let stored, !stored.isEmpty {
          guard stored.are(.integer), let distinct = stored.distinct,
            distinct.integers.isSubset(of: values)
          else { return nil }
        }
      case .texts(let values):
        guard affinity == .text || affinity == .numeric && !table.isStrict else { return nil }
        if let stored, !stored.isEmpty {
          guard stored.are(.text), let distinct = stored.distinct,
            distinct.texts.isSubset(of: values.map { ExactText($0) })
          else { return nil }
        }
      }
      self = found
    }

    /// Parses the values of `column IN ('a', 'b')`, optionally after `column IS NULL OR`.
    private init?(_ sql: String, _ column: String) {
      var tokens = SQLTokens(sql).filter { !$0.isBlank }[...]
      func isColumn(_ token: SQLToken) -> Bool {
        (token.kind == .word || token.kind == .quotedName)
          && token.unquoted.isSameName(as: column)
      }
      while tokens.areInParentheses { tokens = tokens.dropFirst().dropLast() }
      let start = Array(tokens.prefix(4))
      if start.count == 4, isColumn(start[0]), start[1].isKeyword("IS"), start[2].isKeyword("NULL"),
        start[3].isKeyword("OR")
      {
        tokens = tokens.dropFirst(4)
      }
      guard tokens.count >= 5, let first = tokens.first, isColumn(first) else { return nil }
      tokens = tokens.dropFirst()
      guard tokens.first?.isKeyword("IN") == true, tokens.dropFirst().first?.isSymbol("(") == true,
        tokens.last?.isSymbol(")") == true
      else { return nil }
      self.init(list: Array(tokens.dropFirst(2).dropLast()))
    }

    private init?(list tokens: [SQLToken]) {
      var texts: [String] = []
      var integers: [Int64] = []
      let elements = tokens.split(omittingEmptySubsequences: false) { $0.isSymbol(",") }
      for element in elements {
        let isNegative = element.first?.isSymbol("-") == true
        let rest = isNegative ? element.dropFirst() : element
        guard rest.count == 1, let token = rest.first else { return nil }
        switch token.kind {
        case .string where !isNegative:
          if !texts.contains(where: { $0.hasSameBytes(as: token.unquoted) }) {
            texts.append(token.unquoted)
          }
        case .number:
          guard let value = Int64((isNegative ? "-" : "") + token.text) else { return nil }
          if !integers.contains(value) { integers.append(value) }
        case .word where token.isKeyword("NULL") && !isNegative: continue
        default: return nil
        }
      }
      let isShort = texts.allSatisfy { $0.utf8.count <= 60 }
      if !texts.isEmpty, integers.isEmpty, isShort, texts.count <= 100 {
        self = .texts(texts)
      } else if !integers.isEmpty, texts.isEmpty, integers.count <= 100 {
        self = .integers(integers)
      } else {
        return nil
      }
    }
  }
}

extension ArraySlice<SQLToken> {
  /// Whether the first token is a parenthesis that the last one closes.
  fileprivate var areInParentheses: Bool {
    guard count > 2, first?.isSymbol("(") == true, last?.isSymbol(")") == true else { return false }
    var depth = 0
    for token in dropLast() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 { return false }
    }
    return true
  }
}
