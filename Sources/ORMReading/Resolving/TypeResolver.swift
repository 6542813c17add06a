import ORMCore

/// Finds how the types of properties are stored in a column.
struct TypeResolver {
  let lookup: TypeLookup
  /// The limit of a chain of aliases and raw values.
  private static let depthLimit = 24

  /// Returns the representation that a type is, or has.
  ///
  /// - Throws: ``Unknown`` if the sources don't determine it.
  func representation(
    _ source: String, in scope: NameScope, depth: Int = 0
  ) throws(Unknown) -> ColumnStorage {
    guard depth < Self.depthLimit else { throw Unknown("'\(source)' refers to itself") }
    if let json = jsonValue(of: source) { return .json(of: json) }
    let name = TypeName(source)
    let base = try base(name, source, in: scope, depth: depth)
    return name.isOptional ? base.optional : base
  }

  private func base(
    _ name: TypeName, _ source: String, in scope: NameScope, depth: Int
  ) throws(Unknown) -> ColumnStorage {
    guard let first = name.names.first else {
      throw Unknown("its type '\(source)' can't be read")
    }
    if name.names.count == 1, let argument = scope.arguments[first] {
      guard case .type(let type, let outer) = argument else {
        throw Unknown("its type is a generic parameter")
      }
      return try representation(type, in: outer, depth: depth + 1)
    }
    let found = lookup.declarations(of: name.names, in: scope)
    if found.isEmpty {
      if let member = try member(of: name, in: scope, depth: depth) { return member }
      return withConstants(of: name, in: scope, try known(name, source))
    }
    return try representation(of: found, name, in: scope, depth: depth)
  }

  /// Returns the representation of a type of this package or of the system.
  private func known(_ name: TypeName, _ source: String) throws(Unknown) -> ColumnStorage {
    var names = name.names
    let modules = ["Swift", "Foundation", "FoundationEssentials", "ORM", "ORMCore"]
    if names.count > 1, modules.contains(where: { sameBytes($0, names[0]) }) {
      names.removeFirst()
    }
    let joined = names.joined(separator: ".")
    // Characters: Swift's own names
    if joined == "Array", name.arguments == ["UInt8"] { return .bytes }
    if joined == "JSON.Part" {
      return ColumnStorage(type: .any) {
        .unknown("its default '\($0.spelling)' can't be determined")
      }
    }
    // Characters: Swift's own names
    if joined == "MinorUnits", name.arguments.count == 1 {
      return .minorUnits(name.arguments[0])
    }
    if name.arguments.isEmpty, let known = ColumnStorage.known(joined) { return known }
    throw Unknown("its type '\(source)' is not declared in the sources of this package")
  }

  /// Adds the constants that extensions of a known type declare: `String.usual`.
  private func withConstants(
    of name: TypeName, in scope: NameScope, _ known: ColumnStorage
  ) -> ColumnStorage {
    guard let last = name.names.last, scope.target.mayDeclare(last) else { return known }
    var storage = known
    storage.literal = { value in
      guard case .member(let constant, let type) = value, type.map({ sameBytes($0, last) }) ?? true
      else { return known.literal(value) }
      let values = scope.target.declarations(of: [last]).filter {
        $0.facts.kind == .extension && $0.facts.statics.contains(constant)
          && (!$0.facts.isHidden || $0.file == scope.file)
      }
      if values.isEmpty { return known.literal(value) }
      guard values.count == 1, values[0].facts.condition == nil,
        let value = values[0].facts.constants[constant]
      else { return .unknown("the value of its default '\(value.spelling)' can't be determined") }
      return known.literal(value)
    }
    return storage
  }

  /// Returns `[String]` for `ORM.JSON.Of<[String]>`; nil for any other type.
  private func jsonValue(of source: String) -> String? {
    for prefix in ["ORM.JSON.Of<", "JSON.Of<"]
    where source.utf8.starts(with: prefix.utf8) && source.utf8.last == UInt8(ascii: ">") {
      return String(decoding: source.utf8.dropFirst(prefix.utf8.count).dropLast(), as: UTF8.self)
    }
    return nil
  }

  /// Resolves a type that a macro or the compiler generates: `Album.ID` is the type of `id`.
  private func member(
    of name: TypeName, in scope: NameScope, depth: Int
  ) throws(Unknown) -> ColumnStorage? {
    // Characters: Swift's own names
    guard let last = name.names.last, last == "ID" || last == "Key" else { return nil }
    let owner = name.names.count > 1 ? Array(name.names.dropLast()) : [scope.path.last ?? ""]
    let found = lookup.declarations(of: owner, in: scope).filter { $0.facts.kind == .type }
    guard !found.isEmpty else { return nil }
    return try agreed(found) { type throws(Unknown) in
      let keys = type.facts.table?.key ?? []
      let members = type.facts.table?.members ?? []
      for case .column(let column) in members
      // Characters: Swift's own names
      where last == "ID" ? column.property == "id" : keys.count == 1 && column.name == keys.first {
        let inner = try representation(
          column.representation, in: NameScope(around: type), depth: depth + 1)
        return column.isOptional && last == "ID" ? inner.optional : inner
      }
      guard last == "ID", let id = type.facts.properties["id"] else {
        throw Unknown("its type '\(name.names.joined(separator: "."))' can't be found")
      }
      return try representation(id, in: NameScope(inside: type), depth: depth + 1)
    }
  }

  /// Returns the representation on which all declarations of a type agree.
  func agreed(
    _ found: [TargetIndex.Found],
    _ representation: (TargetIndex.Found) throws(Unknown) -> ColumnStorage
  ) throws(Unknown) -> ColumnStorage {
    guard let first = found.first else { throw Unknown("it is not declared") }
    var result = try representation(first)
    for other in found.dropFirst() {
      let next = try representation(other)
      guard next.type == result.type, next.isNullable == result.isNullable,
        next.isNumberAsText == result.isNumberAsText
      else { throw Unknown(first.ambiguity) }
      if next.representation != result.representation { result.representation = nil }
      result.literal = { [result] value in
        let (left, right) = (result.literal(value), next.literal(value))
        if case .sql(let left) = left, case .sql(let right) = right,
          left.map({ Array($0.utf8) }) == right.map({ Array($0.utf8) })
        {
          return .sql(left)
        }
        return .unknown(first.ambiguity)
      }
    }
    return result
  }

  private func representation(
    of found: [TargetIndex.Found], _ name: TypeName, in scope: NameScope, depth: Int
  ) throws(Unknown) -> ColumnStorage {
    let declared = lookup.declared(found, in: scope)
    return try agreed(found) { type throws(Unknown) in
      var inside = NameScope(inside: type)
      for (index, parameter) in type.facts.parameters.enumerated() {
        inside.arguments[parameter] =
          name.arguments.indices.contains(index) ? .type(name.arguments[index], scope) : .open
      }
      if let aliased = type.facts.aliased {
        inside.path = type.facts.path.dropLast()
        return try representation(aliased, in: inside, depth: depth + 1)
      }
      let view = TypeView(type, declared.extensions)
      return try representation(of: view, in: inside, depth: depth)
    }
  }
}

extension TargetIndex.Found {
  /// The reason why the declaration is ambiguous.
  var ambiguity: String {
    let name = facts.path.joined(separator: ".")
    guard let condition = facts.condition else { return "'\(name)' is declared more than once" }
    return "'\(name)' depends on \(condition.flags.joined(separator: ", ")), which is not known"
  }
}
