import SwiftParser
import SwiftSyntax

/// Reads the targets that a manifest declares, without running it.
final class ManifestReader: SyntaxVisitor {
  /// A target as the manifest declares it.
  struct Target {
    var name: String
    var kind: SourceTarget.Kind
    var path: String?
    var excluded: [String] = []
    var included: [String] = []
    var flags: Set<String> = []
  }

  private static let kinds: [String: SourceTarget.Kind] = [
    "target": .library, "executableTarget": .executable, "testTarget": .test, "macro": .plugin,
    "plugin": .plugin,
  ]

  private(set) var targets: [Target] = []
  /// Whether the manifest declares all targets by literals.
  private(set) var isWhole = true

  init(_ bytes: [UInt8]) {
    super.init(viewMode: .sourceAccurate)
    bytes.withUnsafeBufferPointer { walk(Parser.parse(source: $0)) }
    if targets.isEmpty { isWhole = false }
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.base == nil || member.base?.trimmedDescription == "Target",
      let kind = Self.kinds[member.declName.baseName.text],
      let first = call.arguments.first, first.label?.text == "name"
    else { return .visitChildren }
    var target = Target(name: "", kind: kind)
    var isDeclaration = kind != .library || call.isInTargets
    for argument in call.arguments {
      let value = SourceValue(argument.expression)
      switch argument.label?.text {
      case "name":
        // A name from a loop or a constant is not read.
        guard let name = value.text else {
          isWhole = false
          return .visitChildren
        }
        target.name = name
      case "path":
        target.path = value.text
        if value.text == nil, value != .none { isWhole = false }
      case "exclude": target.excluded = value.texts
      case "sources": target.included = value.texts
      case "swiftSettings": target.flags = value.definedFlags
      case "condition": isDeclaration = false
      default: break
      }
    }
    if isDeclaration { targets.append(target) }
    return isDeclaration ? .skipChildren : .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call is not a dependency of another target: `.target(name: "ORMCore")`.
  fileprivate var isInTargets: Bool {
    var node = parent
    while let current = node {
      if let argument = current.as(LabeledExprSyntax.self), let label = argument.label?.text {
        return label != "dependencies"
      }
      node = current.parent
    }
    return true
  }
}

extension SourceValue {
  fileprivate var texts: [String] {
    if case .array(let elements) = self { elements.compactMap(\.text) } else { [] }
  }

  /// `DEBUG` for `.define("DEBUG")` without a condition.
  fileprivate var definedFlags: Set<String> {
    guard case .array(let elements) = self else { return [] }
    return Set(
      elements.compactMap { element in
        guard case .call("define", of: _, let arguments) = element, arguments.count == 1 else {
          return nil
        }
        return arguments[0].value.text
      })
  }
}
