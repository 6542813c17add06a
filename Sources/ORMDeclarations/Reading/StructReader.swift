import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct whose properties are columns, and which is no table, into a model, and says what
/// is wrong with it.
enum StructReader {
  /// - Parameters:
  ///   - macro: Whose struct it is.
  ///   - others: The macros that can't be on the same struct, each with what is said of that.
  ///   - free: The names that generated code leaves to the struct.
  ///   - check: Reports what a property must not say here.
  /// - Returns: The struct, or nil if the mistakes leave nothing to print.
  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings,
    as macro: MacroName, beside others: [(macro: MacroName, problem: Problem)],
    free: Set<String> = [], check: (ReadMember, inout Problems) -> Void
  ) -> (StructModel?, [Diagnostic]) {
    var problems = Problems()
    let arguments = Arguments(of: attribute, macro)
    arguments.check(known: ["naming"], takesUnlabeled: false, &problems)
    problems.checkPlace(of: declaration, in: surroundings)
    let attributes = MacroAttributes(declaration.attributes)
    for (other, problem) in others {
      if let attribute = attributes[other] { problems.refuse(problem, at: attribute) }
    }
    let body = Body(of: declaration, free: free, &problems)
    let columns = ColumnReader(
      naming: arguments.naming(&problems), owner: macro, in: surroundings, body)
    let members = body.properties.compactMap { columns.read($0, &problems) }
    problems.checkNames(of: members, in: declaration)
    problems.checkPrivateTypes(of: body)
    for member in members { check(member, &problems) }
    var model = StructModel(
      extendedName: surroundings.extendedName, typeName: surroundings.typeName)
    model.access = surroundings.accessLevel(of: declaration)
    model.members = members.map(\.member)
    model.isOfRows = macro == .selection && members.contains(where: \.isRowOrList)
    model.hasIgnoredVariables = body.hasIgnoredVariables
    model.hasMemberwiseInitializer = body.hasMemberwiseInitializer
    model.availability = declaration.availability
    return (problems.preventsPrinting ? nil : model, problems.diagnostics)
  }
}
