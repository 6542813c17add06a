import SwiftSyntax

/// The attributes of this package's macros on a declaration.
package struct MacroAttributes {
  private var attributes: [(name: MacroName, syntax: AttributeSyntax)] = []
  /// Whether there are other attributes, such as a property wrapper.
  package private(set) var hasOthers = false

  /// Attributes that add no members or storage to a declaration.
  private static let ofSwift: Set = [
    "available", "dynamicCallable", "dynamicMemberLookup", "frozen", "usableFromInline",
  ]

  package init(_ list: AttributeListSyntax) {
    for element in list {
      guard case .attribute(let attribute) = element else { continue }
      if let name = attribute.macroName {
        attributes.append((name, attribute))
      } else if !Self.ofSwift.contains(attribute.attributeName.trimmedDescription) {
        hasOthers = true
      }
    }
  }

  package var isEmpty: Bool { attributes.isEmpty }
  package var all: [(name: MacroName, syntax: AttributeSyntax)] { attributes }

  package subscript(_ name: MacroName) -> AttributeSyntax? {
    attributes.first { $0.name == name }?.syntax
  }
}

extension AttributeSyntax {
  /// The macro of this package that the attribute names: `@Column`, or `@ORM.Column`.
  package var macroName: MacroName? {
    let name =
      if let member = attributeName.as(MemberTypeSyntax.self),
        member.baseType.trimmedDescription == "ORM"
      { member.name.text } else { attributeName.as(IdentifierTypeSyntax.self)?.name.text }
    return name.flatMap(MacroName.init(rawValue:))
  }
}

extension MacroExpansionDeclSyntax {
  /// The macro of this package that the expression names: `#Index`.
  package var indexMacro: MacroName? {
    let name = MacroName(rawValue: macroName.text)
    return name == .index || name == .unique ? name : nil
  }
}
