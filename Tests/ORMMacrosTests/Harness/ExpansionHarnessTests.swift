import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@Test("A diagnostic, its note and its fix-its are located in the user's source")
func placesDiagnostics() throws {
  let expansion = expand(
    """
    // é: more bytes than characters
    @Complain
      struct album {
    }
    """,
    macros: ["Complain": MacroSpec(type: ComplainingMacro.self)])

  let diagnostic = try #require(expansion.diagnostics.first)
  #expect(expansion.diagnostics.count == 1)
  #expect(diagnostic.description == "3:10: warning: lower case")
  #expect(diagnostic.id == MessageID(domain: "test", id: "lowerCase"))
  #expect(diagnostic.notes.map(\.description) == ["2:1: note: asked for here"])
  #expect(
    diagnostic.fixIts == [
      .init(
        message: "use upper case",
        fixedSource: """
          // é: more bytes than characters
          @Complain
            struct Album {
          }
          """),
      .init(
        message: "be quiet",
        fixedSource: """
          // é: more bytes than characters
          @Quiet
            struct album /* quiet */ {
          }
          """),
    ])
}

@Test("An expansion that does not parse is reported")
func reportsSyntaxErrors() {
  let expansion = expand("struct A { #Index }", macros: ["Index": MacroSpec(type: Broken.self)])
  #expect(!expansion.syntaxErrors.isEmpty)
}

/// Diagnoses the struct's name, with fix-its that change the declaration and the attribute, which
/// a macro gets as two separate copies.
private enum ComplainingMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let name = declaration.as(StructDeclSyntax.self)?.name else { return [] }
    let upperCase = TokenSyntax.identifier("Album", trailingTrivia: name.trailingTrivia)
    context.diagnose(
      Diagnostic(
        node: name,
        message: Message(message: "lower case", id: "lowerCase"),
        notes: [Note(node: Syntax(node), message: Message(message: "asked for here", id: "note"))],
        fixIts: [
          FixIt(
            message: Message(message: "use upper case", id: "upperCase"),
            changes: [.replace(oldNode: Syntax(name), newNode: Syntax(upperCase))]),
          FixIt(
            message: Message(message: "be quiet", id: "quiet"),
            changes: [
              .replace(
                oldNode: Syntax(node.attributeName),
                newNode: Syntax(
                  IdentifierTypeSyntax(name: "Quiet")
                    .with(\.trailingTrivia, node.attributeName.trailingTrivia))),
              .replaceTrailingTrivia(token: name, newTrivia: " /* quiet */ "),
            ]),
        ]))
    return []
  }
}

private enum Broken: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ["let = "]
  }
}

private struct Message: DiagnosticMessage, NoteMessage, FixItMessage {
  let message: String
  let id: String

  var diagnosticID: MessageID { MessageID(domain: "test", id: id) }
  var noteID: MessageID { diagnosticID }
  var fixItID: MessageID { diagnosticID }
  var severity: DiagnosticSeverity { .warning }
}
