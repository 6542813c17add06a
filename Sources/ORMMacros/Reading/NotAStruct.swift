import SwiftSyntax

extension Problems {
  /// Reports that a macro for structs is on something else.
  mutating func reportNotAStruct(_ declaration: some DeclGroupSyntax, _ macro: MacroName) {
    let introducer = declaration.introducer
    let kind =
      switch introducer.tokenKind {
      case .keyword(.class): "a class, whose instances are shared"
      case .keyword(.enum): "an enum"
      case .keyword(.actor): "an actor, whose state is shared"
      case .keyword(.protocol): "a protocol"
      default: "this"
      }
    let isMendable = [.keyword(.class), .keyword(.actor)].contains(introducer.tokenKind)
    refuse(
      .notAStruct(macro, kind), at: introducer,
      fixes: isMendable
        ? [.replace(introducer, with: TokenSyntax.keyword(.struct), "write 'struct'")] : [])
  }
}
