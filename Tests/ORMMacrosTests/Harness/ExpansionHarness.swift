import ORMDeclarations
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The macros under test by the names that users write, with the conformances they declare.
let tableMacros: [String: MacroSpec] = [
  "Table": MacroSpec(
    type: TableMacro.self,
    conformances: [
      "DatabaseTable", "KeyedTable", "QueryFilled", "TableOrView", "Selection",
      "CustomReflectable",
    ]),
  "Embeddable": MacroSpec(
    type: EmbeddableMacro.self, conformances: ["Embeddable", "CustomReflectable"]),
  "Selection": MacroSpec(
    type: SelectionMacro.self, conformances: ["Selection", "SelectableRow", "NestedSelection"]),
  "Column": MacroSpec(type: ColumnMacro.self),
  "Ignored": MacroSpec(type: IgnoredMacro.self),
  "Embedded": MacroSpec(type: EmbeddedMacro.self),
  "Index": MacroSpec(type: IndexMacro.self),
  "UniqueIndex": MacroSpec(type: IndexMacro.self),
]

/// The expansion of a source text.
struct Expansion {
  /// The text with every macro expanded, without the blank lines around it, and without the module
  /// selectors of generated code, which only compilers from 6.3 on know.
  let source: String
  let diagnostics: [ExpansionDiagnostic]
  /// The syntax errors of the expanded text. Each is a mistake of a macro.
  let syntaxErrors: [String]
}

/// A diagnostic as the user gets it: placed in the text that they wrote.
struct ExpansionDiagnostic: CustomStringConvertible {
  let message: String
  let id: MessageID
  /// The part of the identifier that tells this package's diagnostics apart.
  let name: String
  let severity: DiagnosticSeverity
  /// Counted from 1.
  let line: Int
  /// Counted from 1, in bytes of UTF-8.
  let column: Int
  let notes: [Note]
  let fixIts: [FixIt]

  struct Note: Equatable, CustomStringConvertible {
    let message: String
    let line: Int
    let column: Int

    var description: String { "\(line):\(column): note: \(message)" }
  }

  struct FixIt: Equatable {
    let message: String
    /// The text that the user wrote, with this one fix applied.
    let fixedSource: String
  }

  /// As the compiler prints it: `2:7: error: a column needs a type`.
  var description: String { "\(line):\(column): \(severity): \(message)" }
}

/// Expands the package's macros in a source text, as the compiler would.
///
/// The package `swift-syntax` has its own library for this, which the toolchain does not ship.
func expand(_ source: String, macros: [String: MacroSpec] = tableMacros) -> Expansion {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "Test.swift")])
  let expanded = file.expand(
    macroSpecs: macros,
    contextGenerator: {
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2))
  let original = OriginalSource(text: source, context: context)
  return Expansion(
    source: expanded.trimmedDescription.replacing(orm, with: "ORM.")
      .replacing("\(coreModule).", with: "ORM.").replacing(swift, with: "")
      .replacing("TestModule" + moduleSelector, with: ""),
    diagnostics: context.diagnostics.map(original.place),
    syntaxErrors: ParseDiagnosticsGenerator.diagnostics(
      for: Parser.parse(source: expanded.description)
    ).map(\.message))
}

/// The text that the user wrote, and the way back to it from the copies that macros are given.
private struct OriginalSource {
  let text: String
  let context: BasicMacroExpansionContext

  func place(_ diagnostic: Diagnostic) -> ExpansionDiagnostic {
    let location = location(of: diagnostic.position, in: diagnostic.node)
    return ExpansionDiagnostic(
      message: diagnostic.message,
      id: diagnostic.diagnosticID,
      name: (diagnostic.diagMessage as? Problem)?.id ?? "",
      severity: diagnostic.diagMessage.severity,
      line: location.line,
      column: location.column,
      notes: diagnostic.notes.map { note in
        let location = self.location(of: note.position, in: note.node)
        return .init(message: note.message, line: location.line, column: location.column)
      },
      fixIts: diagnostic.fixIts.map { fixIt in
        .init(message: fixIt.message.message, fixedSource: applying(fixIt, of: diagnostic))
      })
  }

  private func location(of position: AbsolutePosition, in node: Syntax) -> SourceLocation {
    context.location(for: position, anchoredAt: node, fileName: "")
  }

  private func applying(_ fixIt: FixIt, of diagnostic: Diagnostic) -> String {
    let edits = fixIt.changes.flatMap { change in
      let node = node(changedBy: change) ?? diagnostic.node
      return FixIt(message: fixIt.message, changes: [change]).edits.map { edit in
        let start = location(of: edit.range.lowerBound, in: node).offset
        let length = edit.range.upperBound.utf8Offset - edit.range.lowerBound.utf8Offset
        return (range: start..<start + length, replacement: edit.replacement)
      }
    }
    // From the end, so that the edits still to come keep their places.
    var bytes = Array(text.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The node that says which copy of the source a change is counted in.
  ///
  /// The kinds of change that came after `swift-syntax` 600 are not named, for 600 lacks them.
  private func node(changedBy change: FixIt.Change) -> Syntax? {
    if case .replace(let node, _) = change { return node }
    if case .replaceLeadingTrivia(let token, _) = change { return Syntax(token) }
    if case .replaceTrailingTrivia(let token, _) = change { return Syntax(token) }
    return nil
  }
}
