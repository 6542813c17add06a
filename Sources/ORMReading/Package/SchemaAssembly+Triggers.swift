import ORMCore

extension SchemaAssembly {
  mutating func addTriggers(of view: TypeView) {
    for (trigger, part) in view.triggers { add(trigger, view.name, part) }
    if let part = view.part(declaring: "triggers"), view.triggers.isEmpty {
      // An empty list declares no triggers.
      if view.constant("triggers") == .array([]) { return }
      addUnnamed(view.name, at: part.place)
    }
  }

  mutating func add(_ trigger: TriggerFacts, _ type: String, _ part: TargetIndex.Found) {
    if trigger.isTemporary { return }
    let place = trigger.spot.place(in: part.target.paths[part.file])
    guard let name = trigger.name else { return addUnnamed(type, at: place) }
    var declaration = ReadDeclaration(kind: .trigger, name: name, typeName: type, place: place)
    do throws(Unknown) {
      declaration.createSQL = [try sql(of: trigger, name, NameScope(inside: part))]
    } catch {
      open(error.reason, "trigger \(name)", at: place)
    }
    add(declaration)
  }

  private mutating func addUnnamed(_ type: String, at place: DeclarationPlace) {
    add(ReadDeclaration(kind: .trigger, typeName: type, place: place))
    open("the program creates it, and its name is not known", "a trigger of \(type)", at: place)
  }

  /// Returns the `CREATE TRIGGER` that the library runs.
  private func sql(
    of trigger: TriggerFacts, _ name: String, _ scope: NameScope
  ) throws(Unknown) -> String {
    guard let definition = trigger.definition else {
      throw Unknown("the statements of a trigger are computed by the program")
    }
    let source = try view(definition.source, scope)
    var event = definition.event
    if !definition.columns.isEmpty {
      let names = try definition.columns.map { path throws(Unknown) in
        try column(path, of: source)
      }
      event += " OF \(names.identifierList)"
    }
    let start =
      "CREATE TRIGGER \(name.quotedIdentifier) \(definition.timing) \(event)"
      + " ON \(try tableName(of: source).quotedIdentifier) "
    switch definition.action {
    case .text(let text): return start + text
    case .statements(let statements):
      var body = ""
      for statement in statements {
        let sql = try self.sql(of: statement, source, scope)
        // A comment at the end would hide the semicolon.
        body += " \(sql)\(sql.contains(bytes: "--") ? "\n" : "");"
      }
      return start + "BEGIN" + body + " END"
    }
  }

  private func sql(
    of statement: [TriggerDefinition.Part], _ source: TypeView, _ scope: NameScope
  ) throws(Unknown) -> String {
    var sql = ""
    for part in statement {
      switch part {
      case .text(let text): sql += text
      case .table(let type): sql += try tableName(of: view(type, scope)).quotedIdentifier
      case .column(let row, let path):
        sql += "\(row.quotedIdentifier).\(try column(path, of: source).quotedIdentifier)"
      case .value(let value):
        guard let literal = value.triggerLiteral else {
          throw Unknown("its value '\(value.spelling)' can't be determined")
        }
        sql += literal
      }
    }
    return sql
  }

  // MARK: - Tables and columns that triggers name

  private func view(_ type: String, _ scope: NameScope) throws(Unknown) -> TypeView {
    let found = try tables.only(type, scope)
    return TypeView(found, lookup.declared([found], in: scope).extensions)
  }

  private func tableName(of view: TypeView) throws(Unknown) -> String {
    guard let name = view.table?.name ?? name(of: view) else {
      throw Unknown("the name of '\(view.name)' is not a constant")
    }
    return name
  }

  private func column(_ path: [String], of view: TypeView) throws(Unknown) -> String {
    try tables.columnName(
      path, in: view.table?.members ?? view.group?.members ?? [], NameScope(inside: view.type))
  }
}

extension SourceValue {
  /// The constant as SQL in a statement.
  fileprivate var triggerLiteral: String? {
    switch self {
    case .text(let text): SQLValue.text(text).literal
    case .truth(let truth): SQLValue.integer(truth ? 1 : 0).literal
    case .integer, .negative(.integer):
      integer(as: Int64.self).map { SQLValue.integer($0).literal }
    default: nil
    }
  }
}

// MARK: - Full-text indexes

extension SchemaAssembly {
  /// - Throws: ``Unknown`` if the sources don't determine the table.
  func sync(of view: TypeView) throws(Unknown) -> FullTextSync {
    let content = try tables.only("Content", NameScope(inside: view.type))
    guard let facts = content.facts.table else {
      throw Unknown("its Content '\(content.facts.name)' is not a '@Table' struct")
    }
    let result = tables.schema(of: facts, content)
    if let problem = result.problems.first { throw Unknown(problem.message) }
    let schema = result.schema
    let names = Set(schema.columns.map { SQLKey($0.name) })
    let columns = try fullTextColumns(of: view)
    if let unknown = columns.first(where: { !names.contains(SQLKey($0)) }) {
      throw Unknown("'\(schema.name)' has no column '\(unknown)'")
    }
    let key = schema.columns.first { schema.isWholeKey($0) && $0.type.isInteger }?.name
    if key == nil, schema.isWithoutRowID {
      throw Unknown("'\(schema.name)' has no rowid and no integer key")
    }
    return FullTextSync(table: schema.name, rowID: key ?? schema.rowidName)
  }

  private func fullTextColumns(of view: TypeView) throws(Unknown) -> [String] {
    try columns(of: view).map(\.name).filter { SQLKey($0) != SQLKey("rowid") }
  }

  /// Adds the triggers that keep a full-text index in step with its table.
  mutating func addSync(of view: TypeView, _ index: ReadDeclaration) {
    guard view.conforms(to: "FullTextIndex"), view.part(declaring: "triggers") == nil else {
      return
    }
    guard let name = index.name else { return addUnnamed(view.name, at: index.place) }
    let triggers = try? sync(of: view).triggers(of: name, fullTextColumns(of: view))
    for (place, event) in ["insert", "delete", "update"].enumerated() {
      var declaration = ReadDeclaration(
        kind: .trigger, name: "\(name)_\(event)", typeName: view.name, place: index.place)
      declaration.createSQL = triggers.map { [$0[place].sql] }
      add(declaration)
    }
  }
}
