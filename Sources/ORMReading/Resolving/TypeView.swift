/// A type together with its extensions.
struct TypeView {
  let type: TargetIndex.Found
  private let parts: [TargetIndex.Found]

  init(_ type: TargetIndex.Found, _ extensions: [TargetIndex.Found]) {
    self.type = type
    parts = [type] + extensions
  }

  var name: String { type.facts.path.joined(separator: ".") }
  var inherited: [String] { parts.flatMap(\.facts.inherited) }
  var statics: Set<String> { parts.reduce(into: []) { $0.formUnion($1.facts.statics) } }
  var cases: [CaseFacts] { type.facts.cases }
  var stored: String? { parts.lazy.compactMap(\.facts.stored).first }
  var table: TableFacts? { type.facts.table }
  var group: GroupFacts? { type.facts.group }

  func constant(_ name: String) -> SourceValue? {
    parts.lazy.compactMap { $0.facts.constants[name] }.first
  }

  func property(_ name: String) -> String? {
    parts.lazy.compactMap { $0.facts.properties[name] }.first
  }

  /// Whether the type declares a conformance to a protocol of this package or of the system.
  func conforms(to name: String) -> Bool { conformance(to: name) != nil }

  /// Returns the part that declares a conformance.
  func conformance(to name: String) -> TargetIndex.Found? {
    parts.first { part in
      part.facts.inherited.contains { sameBytes($0, name) || sameBytes($0, "ORM.\(name)") }
    }
  }

  /// Returns an extension that is missing in some builds and declares one of these members, or a
  /// conformance.
  func conditional(_ names: Set<String>) -> TargetIndex.Found? {
    parts.dropFirst().first {
      $0.facts.condition != nil
        && (!$0.facts.statics.isDisjoint(with: names) || !$0.facts.inherited.isEmpty)
    }
  }

  /// The triggers, with the parts that declare them.
  var triggers: [(trigger: TriggerFacts, part: TargetIndex.Found)] {
    parts.flatMap { part in part.facts.triggers.map { ($0, part) } }
  }

  /// Returns the part that declares a static property; nil if none does.
  func part(declaring name: String) -> TargetIndex.Found? {
    parts.first { $0.facts.statics.contains(name) }
  }
}
