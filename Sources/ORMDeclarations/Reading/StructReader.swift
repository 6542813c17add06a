import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct whose properties are columns, but which is not a table, into a model, and reports
/// its mistakes.
enum StructReader {
  /// - Parameters:
  ///   - macro: The macro on the struct.
  ///   - others: The macros that can't be on the same struct, each with its problem.
  ///   - free: The names that generated code leaves to the struct. The default is empty.
  ///   - check: Reports the arguments that a property can't have here.
  /// - Returns: The struct; nil if the mistakes prevent printing.
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
