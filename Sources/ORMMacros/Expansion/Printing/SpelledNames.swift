import ORMDeclarations

extension ColumnModel {
  /// The column with types that the user has not written named with their modules.
  var qualified: ColumnModel {
    var column = self
    if type.isOfLiteral {
      column.type.base = swift + type.base
      if baseRepresentation == type.base { column.baseRepresentation = column.type.base }
    }
    column.baseRepresentation = column.baseRepresentation.qualified
    return column
  }
}

extension String {
  /// A representation that the reader of declarations has named: `ORM::JSON.Of<[String]>`.
  var qualified: String { hasPrefix("ORM.") ? orm + dropFirst(4) : self }
}

extension String {
  /// The name of a property for a variable, made longer if it is one of these names.
  func variable(unlike names: Set<Substring>) -> String {
    let name = withoutBackticks
    let longer = name.unlike(names.union(["self"]))
    return longer.isSameIdentifier(as: name) ? self : longer
  }

  /// The name of a property as the label of an argument: the compiler warns of backticks there that
  /// it does not need.
  var label: String {
    let name = withoutBackticks
    let isIdentifier =
      name.first?.isNumber == false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII }
    return isIdentifier && !escapedLabels.contains(name) ? name : self
  }

  /// The name of a property for a parameter, which has a second name if it would hide `self`.
  var parameter: String {
    let variable = variable(unlike: [])
    return isSameIdentifier(as: variable) ? self : "\(self) \(variable)"
  }
}

#if compiler(>=6.3)
  private let escapedLabels: Set = ["_", "inout"]
#else
  private let escapedLabels: Set = ["_", "inout", "let", "var"]
#endif
