import SwiftSyntax

/// The known facts about the build that the sources are read for, which decide its `#if`
/// conditions.
struct BuildFlags: Sendable, Hashable {
  /// The values of known conditions by name: `DEBUG`.
  var defined: [String: Bool] = [:]
  /// The system by its name in `os()`.
  var system: String
  /// The names of modules that are known to exist.
  var modules: Set<String> = []

  /// Whether a condition holds.
  ///
  /// - Parameters:
  ///   - condition: The condition after `#if`; nil for `#else`, which always holds.
  ///   - flag: Decides an unknown condition, by its text.
  func holds(_ condition: ExprSyntax?, _ flag: (String) -> Bool) -> Bool {
    guard let condition else { return true }
    switch condition.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let literal): return literal.literal.tokenKind == .keyword(.true)
    case .prefixOperatorExpr(let prefixed) where prefixed.operator.text == "!":
      return !holds(prefixed.expression, flag)
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      return holds(tuple.elements.first?.expression, flag)
    case .sequenceExpr(let sequence): return holds(Array(sequence.elements), flag)
    case .declReferenceExpr(let reference):
      let name = reference.baseName.text
      return defined[name] ?? flag(name)
    case .functionCallExpr(let call):
      return known(call) ?? flag(call.trimmedDescription)
    default: return flag(condition.trimmedDescription)
    }
  }

  /// Evaluates operands with `&&` and `||`, of which the first binds more tightly.
  private func holds(_ elements: [ExprSyntax], _ flag: (String) -> Bool) -> Bool {
    var alternatives: [[Bool]] = [[]]
    for element in elements {
      if let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text {
        if sign == "||" { alternatives.append([]) }
      } else {
        // Each operand is evaluated, so that no flag is overlooked.
        alternatives[alternatives.count - 1].append(holds(element, flag))
      }
    }
    return alternatives.contains { $0.allSatisfy(\.self) }
  }

  /// Whether a condition such as `os(Linux)` holds; nil if that is unknown.
  private func known(_ call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.trimmedDescription
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == system
    case "canImport": return modules.contains(argument) ? true : nil
    // This package needs Swift 6.2, and its users may use language mode 5.
    case "compiler": return Self.holds(argument, of: [6, 2])
    case "swift": return Self.holds(argument, of: [5, 0])
    default: return nil
    }
  }

  /// Whether a comparison such as `>=5.9` holds for `version` and all later ones; nil if that
  /// depends on the version.
  private static func holds(_ comparison: String, of version: [Int]) -> Bool? {
    let isLower = comparison.hasPrefix("<") && !comparison.hasPrefix("<=")
    guard isLower || comparison.hasPrefix(">=") else { return nil }
    let digits = comparison.utf8.filter {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    let wanted = digits.split(separator: UInt8(ascii: ".")).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    if wanted.isEmpty || version.lexicographicallyPrecedes(wanted) { return nil }
    return !isLower
  }
}

extension IfConfigDeclSyntax {
  /// Returns the clause that is compiled; nil if none is.
  func activeClause(_ flags: BuildFlags, _ flag: (String) -> Bool) -> IfConfigClauseSyntax? {
    var active: IfConfigClauseSyntax?
    // All conditions are evaluated, so that no flag is overlooked.
    for clause in clauses {
      let isElse = clause.poundKeyword.tokenKind == .poundElse
      let isActive = flags.holds(isElse ? nil : clause.condition, flag)
      if isActive, active == nil { active = clause }
    }
    return active
  }
}
