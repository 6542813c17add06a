import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Reads the declarations in a part of a file, for each build that its unknown conditions allow.
struct ItemReader {
  /// The number of unknown conditions above which nothing in the part is known.
  private static let flagLimit = 5

  private let tree: SourceFileSyntax
  private let spots: SpotFinder
  private let flags: BuildFlags
  /// Whether the part contains a syntax error.
  let hasError: Bool
  /// Whether the part may contain a list of the program's tables.
  private let hasLists: Bool
  /// The position at which the part is nested too deeply to be read; nil if it is not.
  private let deepPlace: Int?

  /// - Parameters:
  ///   - bytes: Complete top-level declarations.
  ///   - start: The position in the file at which they begin.
  ///   - hasLists: Whether they may contain a list of the program's tables.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Spot, _ flags: BuildFlags, hasLists: Bool
  ) {
    spots = SpotFinder(of: bytes, at: start)
    let parsed = Parser.parse(source: bytes)
    deepPlace = TreeDepth.placeOfDeepNode(in: parsed, bytes: bytes.count)
    // A tree that may overflow the stack is never walked.
    tree = deepPlace == nil ? parsed : Parser.parse(source: "")
    self.flags = flags
    self.hasLists = hasLists
    hasError = tree.hasError
  }

  func facts() -> ItemFacts {
    if let deepPlace {
      let problem = SpottedProblem(
        kind: .syntax(
          "the code is nested more than \(TreeDepth.limit) levels deep, so it is not read"),
        subject: nil, spot: spots.spot(at: deepPlace))
      return ItemFacts(problems: [problem])
    }
    var facts = declarations()
    guard hasLists else { return facts }
    let lists = SchemaListReader(spots)
    lists.walk(tree)
    facts.lists = lists.lists
    return facts
  }

  private func declarations() -> ItemFacts {
    let unknown = unknownFlags()
    if unknown.isEmpty { return read { _ in false } }
    if unknown.count > Self.flagLimit {
      // Each declaration is kept, but belongs to no known build.
      var facts = read { _ in true }
      for index in facts.types.indices {
        facts.types[index].condition = BuildCondition(flags: unknown, builds: [])
      }
      return facts
    }
    var types: [(facts: TypeFacts, builds: Set<Int>)] = []
    var places: [TypeFacts: Int] = [:]
    var problems: [SpottedProblem] = []
    let count = 1 << unknown.count
    for build in 0..<count {
      let facts = read { flag in
        unknown.firstIndex { $0.utf8.elementsEqual(flag.utf8) }.map { build >> $0 & 1 == 1 }
          ?? false
      }
      for type in facts.types {
        if let place = places[type] {
          types[place].builds.insert(build)
        } else {
          places[type] = types.count
          types.append((type, [build]))
        }
      }
      problems += facts.problems.filter { !problems.contains($0) }
    }
    return ItemFacts(
      types: types.map { type, builds in
        var type = type
        if builds.count < count { type.condition = BuildCondition(flags: unknown, builds: builds) }
        return type
      }, problems: problems)
  }

  /// The unknown conditions of `#if` around declarations of types.
  private func unknownFlags() -> [String] {
    let collector = FlagCollector(flags)
    collector.walk(tree)
    return collector.unknown
  }

  private func read(_ flag: (String) -> Bool) -> ItemFacts {
    withoutActuallyEscaping(flag) { flag in
      var walk = DeclarationWalk(spots: spots, flags: flags, flag: flag)
      walk.visit(tree.statements)
      if hasError, let problem = syntaxProblem() { walk.facts.problems.append(problem) }
      return walk.facts
    }
  }

  /// The first syntax error.
  private func syntaxProblem() -> SpottedProblem? {
    let first = ParseDiagnosticsGenerator.diagnostics(for: tree).first
    return SpottedProblem(
      kind: .syntax(first?.message ?? "the code is not valid Swift"), subject: nil,
      spot: spots.spot(at: first?.position.utf8Offset ?? 0))
  }
}

/// Collects the unknown conditions at all places where a type can be declared.
private final class FlagCollector: SyntaxVisitor {
  private let flags: BuildFlags
  private(set) var unknown: [String] = []

  init(_ flags: BuildFlags) {
    self.flags = flags
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in node.clauses where clause.poundKeyword.tokenKind != .poundElse {
      _ = flags.holds(clause.condition) { flag in
        if !unknown.contains(where: { $0.utf8.elementsEqual(flag.utf8) }) { unknown.append(flag) }
        return false
      }
    }
    return .visitChildren
  }

  // Bodies declare no tables, and nothing that tables refer to.

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
