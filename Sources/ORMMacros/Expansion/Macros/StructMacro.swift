import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What the macros on structs do alike: read the declaration, say what is wrong with it, and print
/// an extension and, in the struct, names for the types of its columns where it is nested, and an
/// initializer where it is public.
protocol StructMacro: ExtensionMacro, MemberMacro {
  associatedtype Model: MemberModel

  /// The macro as users write it.
  static var name: MacroName { get }
  /// The model, or nil where the mistakes leave nothing to print.
  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (Model?, [Diagnostic])
  /// - Parameter missing: The names of the protocols that the struct does not state itself.
  static func print(_ model: Model, missing: Set<String>) -> String
}

/// What a macro knows of a struct whose stored properties are columns.
protocol MemberModel {
  var access: AccessLevel { get }
  var members: [TableModel.Member] { get set }
  var hasMemberwiseInitializer: Bool { get }
  /// Whether rows that wait for their key have a type of their own.
  var hasDraft: Bool { get }
}

extension TableModel: MemberModel {}

extension StructModel: MemberModel {
  var hasDraft: Bool { false }
}

extension StructMacro {
  /// The text is printed as it is meant to look; laying it out again would only take time.
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
    let surroundings = Surroundings(of: declaration, in: context)
    let (model, diagnostics) = read(declaration, attribute: node, in: surroundings)
    diagnostics.forEach(context.diagnose)
    guard var model else { return [] }
    if surroundings.isNested { model.members = ColumnTypes(of: model.members).members }
    let source = print(model, missing: Set(protocols.map(\.lastName)))
    return [ExtensionDeclSyntax(verbatim: source)]
  }

  /// What is wrong with the struct is reported with its extension, and not once more here.
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    let surroundings = Surroundings(of: declaration, in: context)
    // Most structs need nothing of this, and are not read once more.
    let level = declaration.modifiers.accessLevel ?? .internal
    guard surroundings.isNested || level > .internal,
      let model = read(declaration, attribute: node, in: surroundings).0
    else { return [] }
    let types =
      surroundings.isNested
      ? ColumnTypes(of: model.members).declaration(access: model.access) : nil
    let values = InitialValues(
      of: declaration, access: model.access, TypeReader(ownName: surroundings.typeName))
    let initializers = MemberwiseInitializer(of: declaration, model: model, values).sources
    let areNamed = !initializers.isEmpty || model.hasDraft
    return ([types, areNamed ? values.source : nil].compactMap(\.self) + initializers)
      .map { DeclSyntax(stringLiteral: $0) }
  }
}

extension TypeSyntax {
  /// `DatabaseTable` of `ORM.DatabaseTable`
  fileprivate var lastName: String {
    self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
