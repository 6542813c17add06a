import ORMDeclarations
import SwiftSyntax

/// Reads the triggers of a `static let triggers`.
struct TriggerReader {
  let spots: SpotFinder
  /// The full name of the enclosing type.
  let ownName: String

  /// Returns the triggers that an expression creates.
  func triggers(in expression: ExprSyntax) -> [TriggerFacts] {
    guard let array = expression.as(ArrayExprSyntax.self) else {
      return [TriggerFacts(name: nil, spot: spots.spot(of: expression))]
    }
    return array.elements.map { trigger($0.expression) }
  }

  private func trigger(_ expression: ExprSyntax) -> TriggerFacts {
    var facts = TriggerFacts(name: nil, spot: spots.spot(of: expression))
    guard let call = expression.as(FunctionCallExprSyntax.self),
      // Characters: Swift's own names
      ["Trigger", "ORM.Trigger", ".init"].contains(call.calledExpression.trimmedDescription),
      let first = call.arguments.first, first.label == nil
    else { return facts }
    facts.name = SourceValue(first.expression).text
    for argument in call.arguments where argument.label?.text == "temporary" {
      // If the value is not a literal, it is unknown whether the database has the trigger.
      guard let isTemporary = SourceValue(argument.expression).truth else { return facts }
      facts.isTemporary = isTemporary
    }
    facts.definition = definition(call)
    return facts
  }

  private static let timings = ["before": "BEFORE", "after": "AFTER", "insteadOf": "INSTEAD OF"]
  private static let events = ["insert": "INSERT", "update": "UPDATE", "delete": "DELETE"]

  private func definition(_ call: FunctionCallExprSyntax) -> TriggerDefinition? {
    var definition: TriggerDefinition?
    var action: TriggerDefinition.Action?
    for argument in call.arguments.dropFirst() {
      switch argument.label?.text {
      case "temporary": continue
      case "action": action = SourceValue(argument.expression).text.map { .text($0) }
      case let label?:
        // A typed condition is not read.
        guard let timing = Self.timings[label],
          let event = argument.expression.as(FunctionCallExprSyntax.self),
          let read = self.event(event, timing)
        else { return nil }
        definition = read
      case nil: return nil
      }
    }
    if let closure = call.trailingClosure {
      guard call.additionalTrailingClosures.isEmpty, action == nil,
        let event = definition?.event
      else { return nil }
      action = statements(of: closure, event).map { .statements($0) }
    }
    guard let action else { return nil }
    definition?.action = action
    return definition
  }

  /// `.update(Song.self, of: \.title)`
  private func event(
    _ call: FunctionCallExprSyntax, _ timing: String
  ) -> TriggerDefinition? {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let event = Self.events[member.declName.baseName.text], call.trailingClosure == nil,
      let first = call.arguments.first, first.label == nil,
      let source = type(first.expression)
    else { return nil }
    var columns: [[String]] = []
    for argument in call.arguments.dropFirst() {
      guard let path = argument.expression.as(KeyPathExprSyntax.self)?.propertyNames else {
        return nil
      }
      columns.append(path)
    }
    return TriggerDefinition(
      timing: timing, event: event, source: source, columns: columns, action: .statements([]))
  }

  /// `Song` of `Song.self`.
  private func type(_ expression: ExprSyntax) -> String? {
    guard let member = expression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "self", let base = member.base
    else { return nil }
    let name = base.trimmedDescription
    return name == "Self" ? ownName : name  // Characters: Swift's own names
  }
}

// MARK: - Statements

extension TriggerReader {
  /// Returns the statements of a closure whose lines are SQL literals.
  private func statements(
    of closure: ClosureExprSyntax, _ event: String
  ) -> [[TriggerDefinition.Part]]? {
    let rows = rows(of: closure, event)
    var statements: [[TriggerDefinition.Part]] = []
    for item in closure.statements {
      guard case .expr(let expression) = item.item,
        let literal = expression.as(StringLiteralExprSyntax.self),
        let parts = parts(of: literal, rows)
      else { return nil }
      statements.append(parts)
    }
    return statements.isEmpty ? nil : statements
  }

  /// Returns the rows by the closure's names for them.
  private func rows(of closure: ClosureExprSyntax, _ event: String) -> [String: String] {
    let rows =
      switch event {
      case "INSERT": ["new"]
      case "DELETE": ["old"]
      default: ["old", "new"]
      }
    var names: [String] = []
    switch closure.signature?.parameterClause {
    case .simpleInput(let parameters)?: names = parameters.map(\.name.text.withoutBackticks)
    case .parameterClause(let clause)?:
      names = clause.parameters.map { ($0.secondName ?? $0.firstName).text.withoutBackticks }
    default: names = ["$0", "$1"]
    }
    return Dictionary(zip(names, rows), uniquingKeysWith: { first, _ in first })
  }

  private func parts(
    of literal: StringLiteralExprSyntax, _ rows: [String: String]
  ) -> [TriggerDefinition.Part]? {
    var parts: [TriggerDefinition.Part] = []
    for segment in literal.segments {
      switch segment {
      case .stringSegment:
        // A literal of this segment alone keeps the quotes that determine its escapes.
        let part = literal.with(\.segments, [segment])
        guard let text = part.representedLiteralValue else { return nil }
        parts.append(.text(text))
      case .expressionSegment(let interpolation):
        guard let expression = interpolation.expressions.first,
          interpolation.expressions.count == 1, expression.label == nil,
          let part = part(expression.expression, rows)
        else { return nil }
        parts.append(part)
      default: return nil
      }
    }
    return parts
  }

  private func part(_ expression: ExprSyntax, _ rows: [String: String]) -> TriggerDefinition.Part? {
    if let source = type(expression) { return .table(source) }
    var path: [String] = []
    var inner = expression
    while let member = inner.as(MemberAccessExprSyntax.self), let base = member.base {
      path.insert(member.declName.baseName.text.withoutBackticks, at: 0)
      inner = base
    }
    if let name = inner.as(DeclReferenceExprSyntax.self)?.baseName.text.withoutBackticks,
      let row = rows[name], !path.isEmpty
    {
      return .column(row: row, path: path)
    }
    let value = SourceValue(expression)
    switch value {
    case .text, .integer, .truth, .negative(.integer): return .value(value)
    default: return nil
    }
  }
}

extension KeyPathExprSyntax {
  /// `albumID` of `\.albumID` and of `\Song.Columns.albumID`; nil if it has more than properties.
  fileprivate var propertyNames: [String]? {
    var names: [String] = []
    for component in components {
      guard case .property(let property) = component.component else { return nil }
      names.append(property.declName.baseName.text.withoutBackticks)
    }
    // A full key path starts at `Columns`.
    // Characters: Swift's own names
    if root != nil, names.first == "Columns" { names.removeFirst() }
    return names.isEmpty ? nil : names
  }
}
