// JSON with a change, for a query to select or an update to store. A value is bound as JSON and
// parsed by `json`, so that true does not become a number, or an object a text.

extension SQLExpressible where Representation: JSONRepresentation {
  /// The JSON with this value at a path, whether or not the path has a value already.
  ///
  /// ```swift
  /// User.select { $0.settings.jsonSet("owner", "name", to: "Sade") }
  /// // SELECT json_set("settings", '$.owner.name', json($1)) FROM "user"
  /// ```
  ///
  /// Objects that are missing on the path are added. If the path leads through a value that is
  /// neither an object nor an array, such as null, nothing changes.
  public func jsonSet(
    _ steps: JSONStep..., to value: some Encodable
  ) -> SQLExpression<Representation> {
    changed("json_set", steps, .json(value))
  }

  /// The JSON with this value at a typed path.
  public func jsonSet<Part: Encodable>(
    _ path: JSONPath<Representation.Content, Part>, to value: Part
  ) -> SQLExpression<Representation> {
    changed("json_set", path.steps, .json(value))
  }

  /// The JSON with a column's value at a path: `json_set("settings", '$.name', "name")`.
  public func jsonSet<Part: JSONPartRepresentation>(
    _ steps: JSONStep..., to value: some SQLExpressible<Part>
  ) -> SQLExpression<Representation> {
    changed("json_set", steps, readable(value).jsonNode)
  }

  /// The JSON with a column's value at a typed path.
  public func jsonSet<Part: JSONPartRepresentation>(
    _ path: JSONPath<Representation.Content, Part.Value>, to value: some SQLExpressible<Part>
  ) -> SQLExpression<Representation> {
    changed("json_set", path.steps, readable(value).jsonNode)
  }

  /// The JSON with this value at a path, if the path has no value yet: `json_insert("settings",
  /// '$.theme', json($1))`.
  ///
  /// ```swift
  /// Album.select { $0.tags.jsonInsert(.end, to: "jazz") }
  /// // SELECT json_insert("tags", '$[#]', json($1)) FROM "album"
  /// ```
  public func jsonInsert(
    _ steps: JSONStep..., to value: some Encodable
  ) -> SQLExpression<Representation> {
    changed("json_insert", steps, .json(value))
  }

  /// The JSON with this value at a typed path, if the path has no value yet.
  public func jsonInsert<Part: Encodable>(
    _ path: JSONPath<Representation.Content, Part>, to value: Part
  ) -> SQLExpression<Representation> {
    changed("json_insert", path.steps, .json(value))
  }

  /// The JSON with a column's value at a path, if the path has no value yet.
  public func jsonInsert<Part: JSONPartRepresentation>(
    _ steps: JSONStep..., to value: some SQLExpressible<Part>
  ) -> SQLExpression<Representation> {
    changed("json_insert", steps, readable(value).jsonNode)
  }

  /// The JSON with a column's value at a typed path, if the path has no value yet.
  public func jsonInsert<Part: JSONPartRepresentation>(
    _ path: JSONPath<Representation.Content, Part.Value>, to value: some SQLExpressible<Part>
  ) -> SQLExpression<Representation> {
    changed("json_insert", path.steps, readable(value).jsonNode)
  }

  /// The JSON with this value in place of the value at a path, if there is one:
  /// `json_replace("settings", '$.theme', json($1))`.
  public func jsonReplace(
    _ steps: JSONStep..., to value: some Encodable
  ) -> SQLExpression<Representation> {
    changed("json_replace", steps, .json(value))
  }

  /// The JSON with this value in place of the value at a typed path.
  public func jsonReplace<Part: Encodable>(
    _ path: JSONPath<Representation.Content, Part>, to value: Part
  ) -> SQLExpression<Representation> {
    changed("json_replace", path.steps, .json(value))
  }

  /// The JSON with a column's value in place of the value at a path.
  public func jsonReplace<Part: JSONPartRepresentation>(
    _ steps: JSONStep..., to value: some SQLExpressible<Part>
  ) -> SQLExpression<Representation> {
    changed("json_replace", steps, readable(value).jsonNode)
  }

  /// The JSON with a column's value in place of the value at a typed path.
  public func jsonReplace<Part: JSONPartRepresentation>(
    _ path: JSONPath<Representation.Content, Part.Value>, to value: some SQLExpressible<Part>
  ) -> SQLExpression<Representation> {
    changed("json_replace", path.steps, readable(value).jsonNode)
  }

  /// The JSON without the value at a path: `json_remove("settings", '$.owner')`.
  public func jsonRemove(_ first: JSONStep, _ others: JSONStep...) -> SQLExpression<Representation>
  {
    changed("json_remove", [first] + others)
  }

  /// The JSON without the value at a typed path.
  public func jsonRemove<Part>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<Representation> {
    changed("json_remove", path.steps)
  }

  /// The JSON with the members of `patch` added or replaced, and without the members that are null
  /// in `patch`: `json_patch("settings", $1)`, which implements [RFC
  /// 7396](https://www.rfc-editor.org/rfc/rfc7396).
  public func jsonPatch(_ patch: some Encodable) -> SQLExpression<Representation> {
    let text = SQLNode.encodingJSON(of: patch) { .value(.text($0)) }
    return SQLExpression(.function("json_patch", [node, text]), canBeNull: canBeNull)
  }

  /// The JSON with the members of a column's object added or replaced:
  /// `json_patch("settings", "changes")`.
  public func jsonPatch<Patch: JSONRepresentation>(
    _ patch: some SQLExpressible<Patch>
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .function("json_patch", [node, patch.node]), canBeNull: canBeNull || patch.canBeNull)
  }

  /// The value to put into this JSON, with a check if SQL computes it and its type can't read every
  /// value.
  private func readable<Part: JSONPartRepresentation>(
    _ value: some SQLExpressible<Part>
  ) -> SQLExpression<Part> {
    let place = node.columnPlace
    return SQLExpression(
      value.node.readable(as: Part.self, place.table, place.column, isStrict: false),
      canBeNull: value.canBeNull)
  }

  private func changed(
    _ name: String, _ steps: [JSONStep], _ value: SQLNode? = nil
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .function(name, [node, steps.node] + (value.map { [$0] } ?? [])), canBeNull: canBeNull)
  }
}

extension SQLNode {
  /// The column, or the column whose JSON the function changes, for an error.
  fileprivate var columnPlace: (table: String, column: String) {
    switch kind {
    case .column(let qualifier, let name): (qualifier ?? "", name)
    case .related(let table, let name): (table.name, name)
    case .function(_, let arguments): arguments.first?.columnPlace ?? ("", "")
    default: ("", "")
    }
  }

  /// The value as an argument that JSON functions treat as JSON instead of text.
  fileprivate static func json(_ value: some Encodable) -> SQLNode {
    encodingJSON(of: value) { .function("json", [.value(.text($0))]) }
  }

  fileprivate static func encodingJSON<Value: Encodable>(
    of value: Value, _ node: (String) -> SQLNode
  ) -> SQLNode {
    do {
      return node(try JSON.encode(value))
    } catch let error as ValueEncodingError {
      return .unencodable(error)
    } catch {
      return .unencodable(.failure(Value.self, error))
    }
  }
}
