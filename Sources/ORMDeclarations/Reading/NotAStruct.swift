import SwiftSyntax

extension Problems {
  /// Reports that a macro for structs is on something else.
  package mutating func reportNotAStruct(_ declaration: some DeclGroupSyntax, _ macro: MacroName) {
    let introducer = declaration.introducer
    let kind =
      switch introducer.tokenKind {
      case .keyword(.class): "a class, whose instances are shared"
      case .keyword(.enum): "an enum"
      case .keyword(.actor): "an actor, whose state is shared"
      case .keyword(.protocol): "a protocol"
      default: "another kind of declaration"
      }
    let isMendable = [.keyword(.class), .keyword(.actor)].contains(introducer.tokenKind)
    guard isMendable else { return refuse(.notAStruct(macro, kind), at: introducer) }
    var fix = Fix.replace(introducer, with: TokenSyntax.keyword(.struct), "write 'struct'")
    // A struct can't be final, because it can't be subclassed.
    if let modifier = declaration.modifiers.first(where: {
      $0.name.tokenKind == .keyword(.final)
    }) {
      let rest = declaration.modifiers.filter { $0.id != modifier.id }.map(\.self)
      fix.changes.append(
        .replace(
          oldNode: Syntax(declaration.modifiers), newNode: Syntax(DeclModifierListSyntax(rest))))
    }
    refuse(.notAStruct(macro, kind), at: introducer, fixes: [fix])
  }
}
