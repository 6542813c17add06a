import ORMDeclarations

extension ColumnModel {
  /// The column, with types that the user has not written qualified with their modules.
  var qualified: ColumnModel {
    var column = self
    if type.isOfLiteral {
      column.type.base = swift + type.base
      // Characters: Swift's own names
      if baseRepresentation == type.base { column.baseRepresentation = column.type.base }
    }
    column.baseRepresentation = column.baseRepresentation.qualified
    return column
  }
}

extension String {
  /// The representation from the reader of declarations, qualified: `ORMCore::JSON.Of<[String]>`.
  var qualified: String {
    utf8.starts(with: "ORM.".utf8) ? orm + dropFirst(4) : self
  }

  /// Whether it is the representation of a type by its JSON, as read or as the user has written it.
  var isJSON: Bool {
    ["ORM.JSON.Of<", orm + "JSON.Of<", "JSON.Of<"].contains { utf8.starts(with: $0.utf8) }
  }
}

extension String {
  /// Returns the name of a variable for a property, extended if it is one of these names.
  func variable(unlike names: Set<Substring>) -> String {
    let name = withoutBackticks
    let longer = name.unlike(names.union(["self"]))  // Characters: Swift's own names
    return longer.isSameIdentifier(as: name) ? self : longer
  }

  /// The name of a property as an argument label: the compiler warns of unneeded backticks there.
  var label: String {
    let name = withoutBackticks
    let isIdentifier =
      name.utf8.first?.isDigit == false && name.utf8.allSatisfy { $0.isOfIdentifier }
    // Characters: Swift's own names
    return isIdentifier && !escapedLabels.contains(name) ? name : self
  }

  /// The name of a parameter for a property, with a second name if it would hide `self`.
  var parameter: String {
    let variable = variable(unlike: [])
    return isSameIdentifier(as: variable) ? self : "\(self) \(variable)"
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether an identifier can contain the byte without backticks.
  fileprivate var isOfIdentifier: Bool {
    let letter = self | 0x20
    return isDigit || self == UInt8(ascii: "_") || self >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
  }
}

#if compiler(>=6.3)
  private let escapedLabels: Set = ["_", "inout"]
#else
  private let escapedLabels: Set = ["_", "inout", "let", "var"]
#endif
