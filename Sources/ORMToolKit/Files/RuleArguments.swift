import ORMCore
import ORMSchema

/// The rules for columns on a command line: `--fill` and `--convert`.
package struct RuleArguments: Sendable {
  package var fill: [ColumnRule] = []
  package var convert: [ColumnRule] = []

  package init() {}

  package var isEmpty: Bool { fill.isEmpty && convert.isEmpty }

  /// - Throws: ``ToolError`` if an argument is not `TABLE.COLUMN=SQL`.
  package init(fill: [String], convert: [String]) throws {
    self.fill = try fill.map { try ColumnRule(argument: $0, of: "--fill") }
    self.convert = try convert.map { try ColumnRule(argument: $0, of: "--convert") }
  }
}

extension ColumnRule {
  /// Parses a rule of a command line, `album.rating=3`. A name that contains a point or an equals
  /// sign is in double quotes.
  ///
  /// - Throws: ``ToolError``
  fileprivate init(argument: String, of option: String) throws {
    var rest = argument.utf8[...]
    guard let table = rest.removeName(before: "."), let column = rest.removeName(before: "="),
      rest.contains(where: { $0 > 0x20 })
    else {
      throw ToolError.use(
        "\(option) needs TABLE.COLUMN=SQL, such as album.rating=3, not \(argument)")
    }
    self = .column(table, column, sql: String(decoding: rest, as: UTF8.self))
  }
}

extension Substring.UTF8View {
  /// Removes a name and the mark after it; returns nil if there is none.
  mutating func removeName(before mark: Unicode.Scalar) -> String? {
    let mark = UInt8(ascii: mark)
    let quote = UInt8(ascii: "\"")
    var name: [UInt8] = []
    var rest = self
    if rest.first == quote {
      rest.removeFirst()
      while let byte = rest.popFirst() {
        if byte == quote {
          guard rest.first == quote else { break }
          rest.removeFirst()
        }
        name.append(byte)
      }
    } else {
      while let byte = rest.first, byte != mark {
        name.append(byte)
        rest.removeFirst()
      }
    }
    guard rest.popFirst() == mark, !name.isEmpty else { return nil }
    self = rest
    return String(decoding: name, as: UTF8.self)
  }
}

extension String {
  /// The name in the form of `--fill` and `--convert`.
  var asPartOfRule: String {
    let isPlain = utf8.allSatisfy { byte in
      byte != UInt8(ascii: ".") && byte != UInt8(ascii: "=") && byte != UInt8(ascii: "\"")
    }
    return isPlain ? self : quotedIdentifier
  }
}
