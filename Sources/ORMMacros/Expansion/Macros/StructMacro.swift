import ORMDeclarations
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The common part of the macros on structs: they read the declaration, report its mistakes, and
/// print an extension. In the struct they print names for the types of its columns if it is nested,
/// and an initializer if it is public.
protocol StructMacro: ExtensionMacro, MemberMacro {
  associatedtype Model: MemberModel

  /// The macro as users write it.
  static var name: MacroName { get }
  /// Returns the model; nil if the mistakes prevent printing.
  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (Model?, [Diagnostic])
  /// - Parameter missing: The names of the protocols to which the struct itself declares no
  ///   conformance.
  static func print(_ model: Model, missing: Set<String>) -> String
}

/// The model of a struct whose stored properties are columns.
protocol MemberModel {
  var access: AccessLevel { get }
  var members: [TableModel.Member] { get set }
  /// The columns that only raw SQL can set.
  var queryOnly: [ColumnModel] { get set }
  var columnTypes: [String] { get set }
  var hasMemberwiseInitializer: Bool { get }
  /// Whether rows without a key have a separate type.
  var hasDraft: Bool { get }
  /// Whether a query selects rows and lists for it, rather than only columns.
  var isOfRows: Bool { get }
}

extension TableModel: MemberModel {
  var isOfRows: Bool { false }
}

extension StructModel: MemberModel {
  /// Only a table has query-only columns.
  var queryOnly: [ColumnModel] {
    get { [] }
    set {}
  }
  var hasDraft: Bool { false }
}

extension StructMacro {
  /// The text is printed in its final layout; formatting it again would only take time.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      var problems = Problems()
      problems.reportNotAStruct(declaration, name)
      problems.diagnostics.forEach(context.diagnose)
      return []
    }
    if isRepeated(node, on: declaration, in: context) {
      var problems = Problems()
      problems.report(.repeatedMacro(name, declaration.name.text), at: node)
      problems.diagnostics.forEach(context.diagnose)
      return []
    }
    let surroundings = Surroundings(of: declaration, in: context)
    let (model, diagnostics) = read(declaration, attribute: node, in: surroundings)
    diagnostics.forEach(context.diagnose)
    guard var model else { return [] }
    let types = ColumnTypes(of: model, isNested: surroundings.isNested)
    model.members = types.members
    model.queryOnly = types.queryOnly
    if !surroundings.isNested { model.columnTypes = types.lines(access: model.access) }
    let source = print(model, missing: Set(protocols.map(\.lastName)))
    return [ExtensionDeclSyntax(verbatim: source)]
  }

  /// Mistakes are reported with the extension, not again here.
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self),
      !isRepeated(node, on: declaration, in: context)
    else { return [] }
    let surroundings = Surroundings(of: declaration, in: context)
    // Most structs need none of this, and are not read again.
    let level = declaration.modifiers.accessLevel ?? .internal
    guard surroundings.isNested || level > .internal,
      let model = read(declaration, attribute: node, in: surroundings).0
    else { return [] }
    let types =
      surroundings.isNested
      ? ColumnTypes(of: model, isNested: true).lines(access: model.access) : []
    let values = InitialValues(
      of: declaration, access: model.access, TypeReader(ownName: surroundings.typeName))
    let initializers = MemberwiseInitializer(of: declaration, model: model, values).sources
    let areNamed = !initializers.isEmpty || model.hasDraft
    let sources = [types.joined(separator: "\n"), areNamed ? values.source ?? "" : ""]
    return sources.filter { !$0.isEmpty }.map { DeclSyntax(stringLiteral: $0) }
      + initializers.map { source in
        DeclSyntax(verbatim: [source].onLine(of: model.members).joined(separator: "\n"))
      }
  }
}

extension StructMacro {
  /// Whether the struct has another attribute of this macro before this one.
  private static func isRepeated(
    _ node: AttributeSyntax, on declaration: StructDeclSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    let all = MacroAttributes(declaration.attributes).all.filter { $0.name == name }
    guard all.count > 1, let first = all.first else { return false }
    func place(_ attribute: AttributeSyntax) -> String? {
      context.location(of: attribute).map { "\($0.line):\($0.column)" }
    }
    return place(node) != place(first.syntax)
  }
}

extension TypeSyntax {
  /// `DatabaseTable` for `ORM.DatabaseTable`
  fileprivate var lastName: String {
    self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
