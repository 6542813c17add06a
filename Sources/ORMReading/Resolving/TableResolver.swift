import ORMCore

/// Resolves a table from its declaration and the declarations that it refers to.
struct TableResolver {
  let types: TypeResolver
  private var lookup: TypeLookup { types.lookup }
  /// The limit of nested embedded structs.
  private static let depthLimit = 24

  init(_ lookup: TypeLookup) { types = TypeResolver(lookup: lookup) }

  /// A table, with the problems that leave a part of it unknown.
  struct Result {
    var schema: TableSchema
    var problems: [ReadingProblem] = []
  }

  /// Returns the schema of a table as in `T.schema`, with the problems.
  func schema(of table: TableFacts, _ found: TargetIndex.Found) -> Result {
    var result = Result(schema: TableSchema(table.name))
    result.schema.formerNames = table.formerNames
    result.schema.primaryKey = table.key
    result.schema.autoincrement = table.isAutoincrement
    result.schema.constraints = table.constraints
    result.schema.isStrict = table.isStrict
    result.schema.isWithoutRowID = table.isWithoutRowID
    var context = Context(found: found, typeName: table.typeName, scope: NameScope(inside: found))
    add(table.members, to: &result, &context)
    for index in table.indexes {
      var names: [String] = []
      for column in index.columns {
        switch column {
        case .name(let name): names.append(name)
        case .path(let path):
          do throws(Unknown) {
            names.append(try columnName(path, in: table.members, context.scope))
          } catch {
            result.problems.append(
              context.problem(error, path.joined(separator: "."), found.facts.spot))
          }
        }
      }
      if !index.terms.isEmpty, let name = index.name {
        result.schema.indexes.append(
          IndexSchema(
            name, terms: index.terms, isUnique: index.isUnique, condition: index.condition))
        continue
      }
      result.schema.addIndex(
        names, isUnique: index.isUnique, condition: index.condition, name: index.name)
    }
    return result
  }

  /// The declaration that contains members, and the prefix of their columns' names.
  private struct Context {
    var found: TargetIndex.Found
    var typeName: String
    var scope: NameScope
    var prefix = ""
    var depth = 0

    func problem(_ unknown: Unknown, _ property: String, _ spot: Spot) -> ReadingProblem {
      ReadingProblem(
        .unknown(unknown.reason), subject: "\(typeName).\(property)",
        at: spot.place(in: found.target.paths[found.file]))
    }
  }

  private func add(_ members: [MemberFacts], to result: inout Result, _ context: inout Context) {
    for member in members {
      switch member {
      case .column(let column):
        do throws(Unknown) {
          try add(column, to: &result.schema, context)
        } catch {
          result.problems.append(context.problem(error, column.property, column.spot))
        }
      case .group(let group):
        do throws(Unknown) {
          try add(group, to: &result, context)
        } catch {
          result.problems.append(context.problem(error, group.property, group.spot))
        }
      }
    }
  }

  private func add(
    _ facts: ColumnFacts, to schema: inout TableSchema, _ context: Context
  ) throws(Unknown) {
    let scope = context.scope
    let representation = try types.representation(facts.representation, in: scope)
    var column = ColumnSchema(
      context.prefix + facts.name, type: representation.type,
      isNullable: facts.isOptional || representation.isNullable)
    column.isUnique = facts.isUnique
    column.check = facts.check
    column.isReadOnly = facts.isReadOnly
    column.isLazy = facts.isLazy
    column.formerNames = facts.formerNames.map { context.prefix + $0 }
    column.isNumberAsText = representation.isNumberAsText
    column.representation = representation.representation
    column.representation?.meaning = facts.meaning
    switch facts.columnDefault {
    case .value(let value):
      switch (facts.isOptional ? representation.optional : representation).literal(value) {
      case .sql(let sql): column.defaultSQL = sql
      case .unknown(let reason): throw Unknown(reason)
      }
    case .argument(let value): column.defaultSQL = try value.columnDefault()
    case nil: break
    }
    if let value = facts.collation { column.collation = try collation(value, scope) }
    if let value = facts.generated { column.generated = try value.generatedColumn() }
    schema.columns.append(column)
    if let reference = facts.reference {
      var key = try foreignKey(reference, scope)
      key.columns = [column.name]
      schema.foreignKeys.append(key)
    }
    // The table's own indexes come after all of its columns.
    if facts.hasIndex, context.depth > 0 { schema.addIndex([column.name]) }
  }

  private func add(
    _ facts: EmbeddedFacts, to result: inout Result, _ context: Context
  ) throws(Unknown) {
    guard context.depth < Self.depthLimit else { throw Unknown("it embeds itself") }
    let (group, found) = try embeddable(facts.type, context.scope)
    let start = result.schema.columns.count
    var inner = Context(
      found: found, typeName: found.facts.path.joined(separator: "."),
      scope: NameScope(inside: found), prefix: context.prefix + facts.prefix,
      depth: context.depth + 1)
    add(group.members, to: &result, &inner)
    if facts.isOptional {
      for index in result.schema.columns.indices[start...] {
        result.schema.columns[index].isNullable = true
      }
    }
  }

  /// Returns the embeddable struct that a name refers to, which must be the only one in all builds.
  private func embeddable(
    _ type: String, _ scope: NameScope
  ) throws(Unknown) -> (GroupFacts, TargetIndex.Found) {
    let found = try only(type, scope)
    guard let group = found.facts.group, group.isEmbeddable else {
      throw Unknown("'\(type)' is not an '@Embeddable' struct, or could not be read")
    }
    if found.facts.isGeneric { throw Unknown("'\(type)' is generic") }
    return (group, found)
  }

  /// Returns the only declaration of the type that a name refers to, after following aliases.
  func only(
    _ type: String, _ scope: NameScope, followsAliases: Bool = true, depth: Int = 0
  ) throws(Unknown) -> TargetIndex.Found {
    let name = TypeName(type)
    let found = name.names.isEmpty ? [] : lookup.declarations(of: name.names, in: scope)
    guard let first = found.first else {
      throw Unknown("'\(type)' is not declared in the sources of this package")
    }
    if found.count > 1 || first.facts.condition != nil { throw Unknown(first.ambiguity) }
    if followsAliases, let aliased = first.facts.aliased {
      guard depth < Self.depthLimit else { throw Unknown("'\(type)' refers to itself") }
      return try only(aliased, NameScope(around: first), depth: depth + 1)
    }
    return first
  }
}

// MARK: - References, and columns by their paths

extension TableResolver {
  private func foreignKey(
    _ reference: ReferenceFacts, _ scope: NameScope
  ) throws(Unknown) -> ForeignKey {
    let parent = try only(reference.parent, scope)
    guard let table = parent.facts.table else {
      throw Unknown("'\(reference.parent)' is not a '@Table' struct, or could not be read")
    }
    let columns =
      reference.path.isEmpty
      ? table.key : [try columnName(reference.path, in: table.members, NameScope(inside: parent))]
    return ForeignKey(
      columns: [], parentTable: table.name, parentColumns: columns,
      onDelete: try reference.onDelete?.action() ?? .noAction,
      onUpdate: try reference.onUpdate?.action() ?? .noAction)
  }

  /// Returns the name of the column that a key path refers to.
  func columnName(
    _ path: [String], in members: [MemberFacts], _ scope: NameScope, prefix: String = ""
  ) throws(Unknown) -> String {
    guard let first = path.first else { throw Unknown("the key path has no properties") }
    for member in members {
      switch member {
      case .column(let column) where sameBytes(column.property, first) && path.count == 1:
        return prefix + column.name
      case .group(let group) where sameBytes(group.property, first) && path.count > 1:
        let (inner, found) = try embeddable(group.type, scope)
        return try columnName(
          Array(path.dropFirst()), in: inner.members, NameScope(inside: found),
          prefix: prefix + group.prefix)
      default: continue
      }
    }
    throw Unknown("there is no column '\(path.joined(separator: "."))'")
  }

  /// Returns the name of a collation, which is a literal or a constant in the sources.
  private func collation(_ value: SourceValue, _ scope: NameScope) throws(Unknown) -> String {
    if let text = value.collation { return text }
    if case .member(let name, of: _) = value {
      let constants = scope.target.declarations(of: ["Collation"]).compactMap {
        $0.facts.condition == nil ? $0.facts.constants[name] : nil
      }
      if constants.count == 1, let text = constants[0].collation { return text }
    }
    throw Unknown("the collation '\(value.spelling)' can't be determined")
  }
}

extension TableSchema {
  fileprivate mutating func addIndex(
    _ columns: [String], isUnique: Bool = false, condition: String? = nil, name: String? = nil
  ) {
    let name = name ?? ([self.name] + columns + ["index"]).joined(separator: "_")
    indexes.append(IndexSchema(name, columns: columns, isUnique: isUnique, condition: condition))
  }
}
