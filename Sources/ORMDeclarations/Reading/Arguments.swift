import SwiftSyntax
import SwiftSyntaxBuilder

/// The arguments of one of this package's macros.
package struct Arguments {
  package let macro: MacroName
  private let list: [LabeledExprSyntax]

  /// - Parameter attribute: The attribute; nil, which is treated as an empty one, if the property
  ///   has none.
  package init(of attribute: AttributeSyntax?, _ macro: MacroName) {
    self.macro = macro
    list = attribute?.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }

  package init(of arguments: LabeledExprListSyntax, _ macro: MacroName) {
    self.macro = macro
    list = Array(arguments)
  }

  /// Returns the argument with a label; for nil, the first argument if it has no label.
  ///
  /// Later arguments without a label belong to the labeled one before them.
  package func argument(_ label: String?) -> LabeledExprSyntax? {
    guard let label else { return list.first.flatMap { $0.label == nil ? $0 : nil } }
    return list.first { $0.label?.text.withoutBackticks == label }
  }

  package subscript(_ label: String?) -> ExprSyntax? { argument(label)?.expression }

  /// Returns the fix that removes an argument.
  package func removal(of label: String?) -> [Fix] {
    [argument(label).flatMap(Fix.remove)].compactMap(\.self)
  }

  /// The expressions at the start that have no label.
  package var unlabeled: [ExprSyntax] {
    list.prefix { $0.label == nil }.map(\.expression)
  }

  /// Returns the expressions of a variadic parameter: the labeled one and the unlabeled ones after
  /// it.
  package func variadic(_ label: String) -> [ExprSyntax] {
    guard let start = list.firstIndex(where: { $0.label?.text == label }) else { return [] }
    return [list[start].expression]
      + list[(start + 1)...].prefix { $0.label == nil }.map(\.expression)
  }

  /// Returns the names in `renamedFrom:`, oldest first.
  ///
  /// - Parameter name: The current name.
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

  /// Returns the text of a string argument; nil if there is none.
  package func string(_ label: String?, _ problems: inout Problems) -> String? {
    guard let expression = self[label], !expression.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    return text(of: expression, label, &problems)
  }

  /// Returns the text of a string literal, and reports any other expression.
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

  /// Returns the value of a Bool argument; nil if there is none.
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
