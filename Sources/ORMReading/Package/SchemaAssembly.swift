import ORMCore
import ORMDeclarations
import ORMSchema

/// Assembles a schema from the declarations of a target.
struct SchemaAssembly {
  let lookup: TypeLookup
  let index: TargetIndex
  let tables: TableResolver
  private(set) var declarations: [ReadDeclaration] = []
  private var problems: [ReadingProblem] = []

  init(_ lookup: TypeLookup, _ index: TargetIndex) {
    self.lookup = lookup
    self.index = index
    tables = TableResolver(lookup)
  }

  /// - Parameter name: The type that contains the declarations to read, or the list that names
  ///   them; nil for all of the target.
  /// - Throws: ``SourcePackageError`` if there is no such type or list.
  mutating func read(_ name: String?) throws(SourcePackageError) -> ReadSchema {
    var choice = DeclarationChoice(lookup, index)
    if let name { try choice.select(name) }
    collect(choice)
    // The sources may contain former versions of a table besides the current one.
    var former: [ReadDeclaration] = []
    if choice.leaveOut(ofRepeated: repeated.map { $0.map { declarations[$0] } }) {
      former = declarations.filter { choice.leavesOut($0.place) }
      for place in former.indices { former[place].isFormer = true }
      declarations = []
      problems = []
      collect(choice)
    }
    let known = withoutRepeated()
    var entries: [Schema.Entry] = []
    for declaration in known {
      let name = declaration.name ?? ""
      let type = declaration.kind == .trigger ? "trigger" : "table"
      entries += (declaration.createSQL ?? []).map {
        Schema.Entry(type: type, name: name, table: name, sql: $0)
      }
    }
    var schema = Schema(reading: entries)
    for table in known.compactMap(\.table) { schema.addDeclared(of: table) }
    let problems = index.problems.filter { choice.includes($0) } + problems
    return ReadSchema(
      target: index.name, schema: schema,
      declarations: (declarations + former).sorted { $0.place.isBefore($1.place) },
      problems: problems.sorted { $0.place.isBefore($1.place) },
      importsORM: index.records.contains { $0.imports.contains("ORM") })
  }

  /// Reads the chosen declarations.
  private mutating func collect(_ choice: DeclarationChoice) {
    for found in index.all where found.facts.kind == .type && choice.includes(found) {
      let scope = NameScope(inside: found)
      let view = TypeView(found, lookup.declared([found], in: scope).extensions)
      add(view)
    }
    for found in index.all where found.facts.kind == .extension && choice.includes(found) {
      addForeign(found)
    }
  }

  /// The positions of declarations with the same name in the database.
  private var repeated: [[Int]] {
    // A trigger may have the name of a table.
    var places: [[SQLKey: [Int]]] = [[:], [:]]
    for (position, declaration) in declarations.enumerated() {
      guard let name = declaration.name else { continue }
      let kind = declaration.kind == .trigger ? 1 : 0
      places[kind][SQLKey(name), default: []].append(position)
    }
    return places.flatMap(\.values).filter { $0.count > 1 }
  }

  /// The declarations with a unique name.
  private mutating func withoutRepeated() -> [ReadDeclaration] {
    var left: Set<Int> = []
    for positions in repeated {
      left.formUnion(positions)
      for position in positions {
        let others = positions.filter { $0 != position }.map { declarations[$0].place }
        problems.append(
          ReadingProblem(
            .declaredTwice(others), subject: declarations[position].name,
            at: declarations[position].place))
      }
    }
    return declarations.indices.compactMap { position in
      let declaration = declarations[position]
      return declaration.isKnown && declaration.name != nil && !left.contains(position)
        ? declaration : nil
    }
  }

  private mutating func unknown(_ reason: String, _ subject: String, at place: DeclarationPlace) {
    problems.append(ReadingProblem(.unknown(reason), subject: subject, at: place))
  }

  /// Reports an object that a comparison accepts unchecked.
  mutating func open(_ reason: String, _ subject: String, at place: DeclarationPlace) {
    problems.append(ReadingProblem(.open(reason), subject: subject, at: place))
  }

  mutating func add(_ declaration: ReadDeclaration) { declarations.append(declaration) }
}

// MARK: - Types

extension SchemaAssembly {
  private mutating func add(_ view: TypeView) {
    guard view.table != nil || view.group?.isEmbeddable == false else {
      if let part = view.conformance(to: "DatabaseTable") {
        unknown("a handwritten 'DatabaseTable' is not read", view.name, at: part.place)
      }
      return
    }
    let protocols = [
      "DatabaseView", "FullTextIndex", "FullTextTable", "RTreeTable", "VirtualTable",
    ]
    if let condition = view.type.facts.condition {
      // A selection alone is not an object in the database.
      if view.table == nil, !protocols.contains(where: view.conforms) { return }
      if !protocols.contains(where: view.conforms), addAlike(view, condition) { return }
      problems.append(
        ReadingProblem(.conditional(condition.flags), subject: view.name, at: view.type.place))
      return
    }
    if view.type.facts.isGeneric, view.table != nil || protocols.contains(where: view.conforms) {
      return unknown(
        "a generic type is not a table without its arguments", view.name, at: view.type.place)
    }
    if let found = protocols.lazy.compactMap({ view.conformance(to: $0) }).first {
      if let condition = found.facts.condition {
        problems.append(
          ReadingProblem(.conditional(condition.flags), subject: view.name, at: found.place))
        return
      }
      view.conforms(to: "DatabaseView") ? add(view: view, found) : add(virtual: view, found)
    } else if let table = view.table {
      add(table, view)
    }
    addTriggers(of: view)
  }

  /// Adds a table that all builds declare in the same way.
  private mutating func addAlike(_ view: TypeView, _ condition: BuildCondition) -> Bool {
    let variants = index.declarations(of: view.type.facts.path).filter {
      $0.facts.kind == .type && $0.file == view.type.file
    }
    let conditions = variants.compactMap(\.facts.condition)
    guard let table = view.table, !view.type.facts.isGeneric, conditions.count == variants.count,
      conditions.allSatisfy({ $0.flags == condition.flags }),
      conditions.reduce(into: Set<Int>(), { $0.formUnion($1.builds) }).count == condition.count,
      conditions.reduce(0, { $0 + $1.builds.count }) == condition.count
    else { return false }
    let results = variants.compactMap { variant in
      variant.facts.table.map { tables.schema(of: $0, variant) }
    }
    let own = tables.schema(of: table, view.type)
    guard results.count == variants.count, own.problems.isEmpty,
      results.allSatisfy({ $0.problems.isEmpty && $0.schema == own.schema })
    else { return false }
    // Each variant is visited, and only one is added.
    if variants.first?.place == view.type.place { add(table, view) }
    return true
  }

  private mutating func add(_ table: TableFacts, _ view: TypeView) {
    let result = tables.schema(of: table, view.type)
    problems += result.problems
    declarations.append(
      ReadDeclaration(
        kind: .table, name: table.name, typeName: view.name, place: view.type.place,
        table: result.schema,
        createSQL: result.problems.isEmpty ? result.schema.createStatements() : nil))
  }

  private mutating func add(view: TypeView, _ part: TargetIndex.Found) {
    var declaration = ReadDeclaration(
      kind: .view, name: name(of: view), typeName: view.name, place: view.type.place)
    declaration.createSQL = statements(ofView: view, declaration.name)
    declarations.append(declaration)
    if declaration.isKnown { return }
    let place = view.part(declaring: "definition")?.place ?? part.place
    tellOpen("the query of a view is computed by the program", view, declaration, at: place)
  }

  /// Reports an unknown object; without a name it could be any object of a database.
  private mutating func tellOpen(
    _ reason: String, _ view: TypeView, _ declaration: ReadDeclaration, at place: DeclarationPlace
  ) {
    if declaration.name == nil {
      unknown(reason, view.name, at: place)
    } else {
      open(reason, view.name, at: place)
    }
  }

  /// Returns the `CREATE VIEW` of a query that is a single SQL text; nil for any other.
  private func statements(ofView view: TypeView, _ name: String?) -> [String]? {
    guard let name, case .call("init", let type?, let arguments) = view.constant("definition"),
      // Characters: Swift's own names
      ["SQLQuery", "ORM.SQLQuery"].contains(TypeName(type).names.joined(separator: ".")),
      let first = arguments.first, let sql = first.value.text
    else { return nil }
    let start = "CREATE VIEW \(name.quotedIdentifier)"
    if first.label.map({ sameBytes($0, "verbatim") || sameBytes($0, "asWritten") }) == true {
      let names = arguments.dropFirst().compactMap(\.value.text)
      guard names.count == arguments.count - 1 else { return nil }
      return [start + (names.isEmpty ? "" : " (\(names.identifierList))") + " AS \(sql.withoutEnd)"]
    }
    guard arguments.count == 1, let columns = try? columns(of: view) else { return nil }
    let names = columns.map(\.name).identifierList
    return ["\(start) (\(names)) AS SELECT \(names) FROM (\(sql.withoutEnd))"]
  }

  private mutating func add(virtual view: TypeView, _ part: TargetIndex.Found) {
    var declaration = ReadDeclaration(
      kind: .virtualTable, name: view.table?.name ?? name(of: view), typeName: view.name,
      place: view.type.place)
    do throws(Unknown) {
      let module = try module(of: view)
      if let name = declaration.name {
        declaration.createSQL = ["CREATE VIRTUAL TABLE \(name.quotedIdentifier) USING \(module)"]
      } else {
        unknown("its name is not a constant", view.name, at: part.place)
      }
    } catch {
      tellOpen(error.reason, view, declaration, at: part.place)
    }
    declarations.append(declaration)
    addSync(of: view, declaration)
  }

  /// Returns the module of a virtual table with its arguments, which must be constants.
  private func module(of view: TypeView) throws(Unknown) -> String {
    if view.statics.contains("moduleSQL") {
      guard let module = view.constant("moduleSQL")?.text else {
        throw Unknown("its module's arguments are computed by the program")
      }
      return module
    }
    let columns = try columns(of: view)
    if let generated = columns.first(where: { $0.generated != nil }) {
      throw Unknown(
        "'\(generated.name)' is a generated column, which a virtual table can't have")
    }
    if view.conforms(to: "RTreeTable") {
      let box = try tables.only("Box", NameScope(inside: view.type), followsAliases: false)
      return try RTreeModule(box.facts.aliased ?? "").sql(of: columns, key: view.table?.key ?? [])
    }
    let isIndex = view.conforms(to: "FullTextIndex")
    guard isIndex || view.conforms(to: "FullTextTable") else {
      throw Unknown("its module's arguments are computed by the program")
    }
    var options = FullTextModule()
    if view.statics.contains("fullText") {
      guard let value = view.constant("fullText"), let read = FullTextModule(value) else {
        throw Unknown("its options are computed by the program")
      }
      options = read
    }
    if isIndex { try options.read(from: sync(of: view)) }
    return try options.sql(of: columns.map(\.name).filter { SQLKey($0) != SQLKey("rowid") })
  }

  /// Returns the columns of a struct with `@Table` or `@Selection`.
  func columns(of view: TypeView) throws(Unknown) -> [ColumnSchema] {
    if let table = view.table {
      let result = tables.schema(of: table, view.type)
      if let problem = result.problems.first { throw Unknown(problem.message) }
      return result.schema.columns
    }
    // Only the names of a selection's columns are needed.
    return try (view.group?.members ?? []).map { member throws(Unknown) in
      guard case .column(let column) = member else {
        throw Unknown("its columns include those of an embedded struct")
      }
      return ColumnSchema(column.name, type: .any, isNullable: true)
    }
  }

  /// Returns the database name of a type without `@Table`; nil if it is not a constant.
  func name(of view: TypeView) -> String? {
    if view.statics.contains("tableName") { return view.constant("tableName")?.text }
    return ORMDeclarations.NamingStrategy.asWritten.tableName(forType: view.type.facts.name)
  }
}

// MARK: - Extensions of other modules' types

extension SchemaAssembly {
  /// Adds the triggers that an extension declares for a type of another module, and reports its
  /// tables.
  private mutating func addForeign(_ found: TargetIndex.Found) {
    let isOwn = index.declarations(of: found.facts.path).contains { $0.facts.kind != .extension }
    if isOwn { return }
    let name = found.facts.path.joined(separator: ".")
    for trigger in found.facts.triggers { add(trigger, name, found) }
    let protocols = [
      "DatabaseTable", "DatabaseView", "VirtualTable", "FullTextTable", "FullTextIndex",
      "RTreeTable",
    ]
    let says = found.facts.inherited.contains { inherited in
      protocols.contains { sameBytes($0, inherited) || sameBytes("ORM.\($0)", inherited) }
    }
    if says { unknown("the type is not declared in this target", name, at: found.place) }
  }
}

extension DeclarationPlace {
  fileprivate func isBefore(_ other: DeclarationPlace) -> Bool {
    if !file.utf8.elementsEqual(other.file.utf8) {
      return file.utf8.lexicographicallyPrecedes(other.file.utf8)
    }
    return (line, column) < (other.line, other.column)
  }
}
