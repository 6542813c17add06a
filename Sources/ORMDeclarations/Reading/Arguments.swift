import SwiftSyntax
import SwiftSyntaxBuilder

/// The arguments of one of this package's macros, read as what the macro has to know of them.
package struct Arguments {
  package let macro: MacroName
  private let list: [LabeledExprSyntax]

  /// - Parameter attribute: nil if the property has none, which equals an empty one.
  package init(of attribute: AttributeSyntax?, _ macro: MacroName) {
    self.macro = macro
    list = attribute?.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }

  package init(of arguments: LabeledExprListSyntax, _ macro: MacroName) {
    self.macro = macro
    list = Array(arguments)
  }

  /// An argument by its label; without one, the first argument if it has none.
  ///
  /// Those that follow without a label belong to the labelled one in front of them.
  package func argument(_ label: String?) -> LabeledExprSyntax? {
    guard let label else { return list.first.flatMap { $0.label == nil ? $0 : nil } }
    return list.first { $0.label?.text.withoutBackticks == label }
  }

  package subscript(_ label: String?) -> ExprSyntax? { argument(label)?.expression }

  /// The fixes that take an argument out.
  package func removal(of label: String?) -> [Fix] {
    [argument(label).flatMap(Fix.remove)].compactMap(\.self)
  }

  /// The expressions at the start that have no label.
  package var unlabeled: [ExprSyntax] {
    list.prefix { $0.label == nil }.map(\.expression)
  }

  /// The expressions of a variadic parameter: the labelled one and those without label behind it.
  package func variadic(_ label: String) -> [ExprSyntax] {
    guard let start = list.firstIndex(where: { $0.label?.text == label }) else { return [] }
    return [list[start].expression]
      + list[(start + 1)...].prefix { $0.label == nil }.map(\.expression)
  }

  /// What `renamedFrom:` says, the oldest name first.
  ///
  /// - Parameter name: The name of now.
  package func formerNames(of name: String, _ problems: inout Problems) -> [String] {
    var names: [String] = []
    for expression in variadic("renamedFrom") {
      guard let text = text(of: expression, "renamedFrom", &problems) else { continue }
      if text.isEmpty {
        problems.report(.emptyName(macro), at: expression)
      } else if expression == variadic("renamedFrom").last, text.isSameName(as: name) {
        problems.report(.renamedFromItself(macro, name), at: expression)
      }
      names.append(text)
    }
    return names
  }

  /// The text of a string argument, or nil without one.
  package func string(_ label: String?, _ problems: inout Problems) -> String? {
    guard let expression = self[label], !expression.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    return text(of: expression, label, &problems)
  }

  /// The text of a string literal; anything else is reported.
  package func text(of expression: ExprSyntax, _ label: String?, _ problems: inout Problems)
    -> String?
  {
    if let literal = expression.as(StringLiteralExprSyntax.self),
      let text = literal.representedLiteralValue
    {
      if text.unicodeScalars.contains("\0") {
        problems.report(.embeddedNUL(macro), at: expression)
        return nil
      }
      return text
    }
    problems.report(.notAStringLiteral(macro, label), at: expression)
    return nil
  }

  /// The value of a Bool argument, or nil without one.
  package func flag(_ label: String, _ problems: inout Problems) -> Bool? {
    guard let expression = self[label] else { return nil }
    if let literal = expression.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.tokenKind == .keyword(.true)
    }
    problems.report(.notABoolLiteral(macro, label), at: expression)
    return nil
  }

  /// Reports arguments that the macro does not have.
  package func check(known: Set<String>, takesUnlabeled: Bool, _ problems: inout Problems) {
    var isBehindVariadic = false
    for (index, argument) in list.enumerated() {
      guard let label = argument.label?.text.withoutBackticks else {
        let isExpected = takesUnlabeled && (index == 0 || macro == .index || macro == .unique)
        if !isExpected && !isBehindVariadic {
          problems.report(
            .unexpectedArgument(macro), at: argument,
            fixes: [Fix.remove(argument)].compactMap(\.self))
        }
        continue
      }
      // Characters: labels of this package
      isBehindVariadic = label == "constraints" || label == "renamedFrom" || label == "terms"
      if !known.contains(label) {
        problems.report(
          .unknownArgument(macro, label, known: known.sorted()),
          at: Syntax(argument.label) ?? Syntax(argument))
      }
    }
  }
}
