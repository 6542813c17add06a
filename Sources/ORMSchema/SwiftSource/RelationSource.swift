import ORMCore

/// Writes the references of tables as relations, in extensions of their columns.
struct RelationSource {
  private let plans: [StructPlan]
  private let byName: [SQLName: StructPlan]

  /// The prefix of type names outside of the namespace.
  private let outer: String

  init(_ plans: [StructPlan], names: [SQLName: StructPlan], in namespace: String?) {
    self.plans = plans
    byName = names
    outer = namespace.map { $0 + "." } ?? ""
  }

  private struct Relation {
    let child: StructPlan
    let parent: StructPlan
    let name: String
    let source: String
  }

  /// The two types of a relation.
  private struct Ends: Hashable {
    let child: ExactText
    let parent: ExactText

    init(_ relation: Relation) {
      child = ExactText(relation.child.typeName)
      parent = ExactText(relation.parent.typeName)
    }
  }

  /// Returns an extension for each table with a relation, in the order of the tables.
  func extensions() -> [String] {
    var names: [SQLName: SwiftNames] = [:]
    var lines: [SQLName: [String]] = [:]
    for plan in plans {
      var taken = SwiftNames.relations
      for property in plan.properties.values { _ = taken.unused(property) }
      names[SQLName(plan.table.name)] = taken
    }
    var relations: [Relation] = []
    for plan in plans {
      let key = SQLName(plan.table.name)
      for reference in plan.table.references {
        guard var taken = names[key],
          let relation = relation(of: reference, from: plan, names: &taken)
        else { continue }
        names[key] = taken
        relations.append(relation)
        lines[key, default: []].append(relation.source)
      }
    }
    let byEnds = Dictionary(grouping: relations) { Ends($0) }
    for relation in relations {
      let key = SQLName(relation.parent.table.name)
      let sameEnds = byEnds[Ends(relation)] ?? []
      var name = SwiftName(relation.child.typeName).property.plural
      if sameEnds.count > 1 { name += "By" + SwiftName(relation.name).type }
      guard var taken = names[key] else { continue }
      name = taken.unused(name)
      names[key] = taken
      lines[key, default: []].append(
        "var \(name): ToMany<\(outer)\(relation.child.typeName)> { toMany(\\.\(relation.name)) }")
    }
    return plans.compactMap { plan in
      guard let own = lines[SQLName(plan.table.name)] else { return nil }
      return "extension \(outer)\(plan.typeName).Columns {\n"
        + own.map { "  \($0)\n" }.joined() + "}"
    }
  }

  /// Returns the to-one relation of a reference; nil if Swift can't express it.
  private func relation(
    of reference: Schema.Reference, from child: StructPlan, names: inout SwiftNames
  ) -> Relation? {
    guard let parent = byName[SQLName(reference.table)] else { return nil }
    let columns = reference.columns.compactMap(child.table.column)
    let key = parent.table.primaryKey?.columns.compactMap(\.column) ?? []
    let targets = (reference.tableColumns.isEmpty ? key : reference.tableColumns)
      .compactMap(parent.table.column)
    guard !columns.isEmpty, columns.count == reference.columns.count,
      columns.count == targets.count,
      zip(columns, targets).allSatisfy({ child.type($0).isStoredAs(parent.type($1)) })
    else { return nil }
    // A referring column that is the rowid is optional in the struct, and never NULL.
    let isCertain = columns.allSatisfy { !child.isOptional($0) }
    let isToKey =
      columns.count == 1 && key.count == 1 && targets[0].name.isSameName(as: key[0])
      && parent.isKeyed
    let call = isCertain ? "toOne" : "toOptional"
    let type = isCertain ? "ToOne" : "ToOptional"
    let arguments: String
    if isToKey {
      arguments = child.property(columns[0].name)
    } else {
      let areOptional = targets.contains(where: parent.isOptional)
      if areOptional { return nil }
      arguments =
        "on: "
        + zip(columns, targets).map {
          "(\(child.property($0.name)), \\.\(parent.property($1.name)))"
        }.joined(separator: ", ")
    }
    var wish = SwiftName(parent.typeName).property
    if columns.count == 1 {
      let property = child.property(columns[0].name)
      wish = property.withoutKeyWord ?? property + "Row"
    }
    let name = names.unused(wish)
    return Relation(
      child: child, parent: parent, name: name,
      source: "var \(name): \(type)<\(outer)\(parent.typeName)> { \(call)(\(arguments)) }")
  }
}

extension String {
  /// `artist` for `artistID`; nil for a name without one of these endings.
  fileprivate var withoutKeyWord: String? {
    for end in ["_id", "_uuid", "ID", "Id", "UUID", "Ref"] {
      let rest = utf8.dropLast(end.utf8.count)
      if utf8.suffix(end.utf8.count).elementsEqual(end.utf8), let last = rest.last,
        last.isLetterOrDigit
      {
        return String(Substring(rest))
      }
    }
    return nil
  }

  fileprivate var plural: String { utf8.last == UInt8(ascii: "s") ? self : self + "s" }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80
  }
}
