import ORMDeclarations
import SwiftSyntax

extension DeclarationWalk {
  /// Collects the facts in the members of a type that its representation in a column depends on.
  func collect(_ members: MemberBlockItemListSyntax, into type: inout TypeFacts) {
    for member in members {
      switch member.decl.as(DeclSyntaxEnum.self) {
      case .ifConfigDecl(let condition):
        if case .decls(let members) = condition.activeClause(flags, flag)?.elements {
          collect(members, into: &type)
        }
      case .enumCaseDecl(let cases):
        type.cases += cases.elements.map { element in
          CaseFacts(
            name: element.name.text.withoutBackticks,
            value: element.rawValue.map { SourceValue($0.value) })
        }
      case .variableDecl(let variable): collect(variable, into: &type)
      case .functionDecl(let function): collect(function, into: &type)
      default: break
      }
    }
  }

  private func collect(_ variable: VariableDeclSyntax, into type: inout TypeFacts) {
    for binding in variable.bindings {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      let name = pattern.identifier.text.withoutBackticks
      guard variable.isStatic else {
        if let declared = binding.declaredType(among: variable.bindings) {
          type.properties[name] = source(of: declared)
        }
        continue
      }
      type.statics.insert(name)
      if let value = binding.initializer?.value ?? binding.onlyExpression {
        type.constants[name] = SourceValue(value)
        // Characters: Swift's own names
        if name == "triggers" {
          type.triggers += TriggerReader(spots: spots, ownName: ownName).triggers(in: value)
        }
      }
    }
  }

  private func collect(_ function: FunctionDeclSyntax, into type: inout TypeFacts) {
    guard function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else {
      return
    }
    let name = function.name.text
    type.statics.insert(name)
    // Characters: Swift's own names
    if name == "encode", let returned = function.signature.returnClause?.type {
      type.stored = source(of: returned)
    } else if name == "decode", type.stored == nil,
      let parameter = function.signature.parameterClause.parameters.first
    {
      type.stored = source(of: parameter.type)
    }
  }

  private func source(of type: TypeSyntax) -> String {
    TypeReader(ownName: ownName).source(of: type)
  }
}

extension PatternBindingSyntax {
  /// The expression of a computed property that consists of only one.
  fileprivate var onlyExpression: ExprSyntax? {
    guard case .getter(let statements) = accessorBlock?.accessors, statements.count == 1,
      let statement = statements.first
    else { return nil }
    switch statement.item {
    case .expr(let expression): return expression
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    default: return nil
    }
  }
}
