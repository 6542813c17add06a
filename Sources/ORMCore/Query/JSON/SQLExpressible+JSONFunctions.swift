/// The kind of a value in JSON, as named by `json_type` and `json_each`.
public enum JSONType: String, ColumnValue, Codable {
  case null, `true`, `false`, integer, real, text, array, object
}

extension SQLExpressible where Representation: JSONRepresentation {
  /// The JSON as text.
  public func jsonText() -> SQLExpression<String?> {
    SQLExpression(node, canBeNull: canBeNull)
  }

  /// The JSON without white space: `json("settings")`. If the text is not JSON, the query throws.
  public func jsonMinified() -> SQLExpression<Representation> { call("json") }

  /// The number of elements of the array; 0 if the JSON is not an array:
  /// `json_array_length("tags")`.
  public func jsonArrayLength() -> SQLExpression<Representation.IntegerResult> {
    call("json_array_length")
  }

  /// The number of elements of the array at a path; 0 if the value is not an array, NULL if the
  /// path has no value: `json_array_length("settings", '$.sizes')`.
  public func jsonArrayLength(_ first: JSONStep, _ others: JSONStep...) -> SQLExpression<Int?> {
    jsonFunction("json_array_length", [first] + others)
  }

  /// The number of elements of the array at a typed path.
  public func jsonArrayLength<Part>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<Int?> {
    jsonFunction("json_array_length", path.steps)
  }

  /// The kind of the value at a path, NULL if there is no value: `json_type("settings",
  /// '$.owner')`.
  public func jsonType(_ steps: JSONStep...) -> SQLExpression<JSONType?> {
    jsonFunction("json_type", steps)
  }

  /// The kind of the value at a typed path, NULL if there is no value.
  public func jsonType<Part>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<JSONType?> {
    jsonFunction("json_type", path.steps)
  }

  private func jsonFunction<Result: ColumnRepresentation>(
    _ name: String, _ steps: [JSONStep]
  ) -> SQLExpression<Result> {
    SQLExpression(.function(name, [node] + (steps.argument.map { [$0] } ?? [])))
  }
}

extension SQLExpressible {
  /// Whether the text is JSON: `json_valid("text")`.
  public func jsonValid() -> SQLExpression<Bool> {
    SQLExpression(.function("json_valid", [node]), canBeNull: canBeNull)
  }

  /// The value as JSON, with NULL as null: `json_quote("title")`. A blob can't be JSON.
  public func jsonQuote() -> SQLExpression<String> {
    SQLExpression(.function("json_quote", [jsonNode]), canBeNull: false)
  }

  /// The value as an argument that becomes a part of JSON: JSON stays JSON, and a `Bool` becomes
  /// true or false instead of a number.
  var jsonNode: SQLNode {
    // SQL treats an object or an array from `->>` as text, and one from `->` as JSON.
    if case .binary(let json, .jsonValue, let path) = node.kind {
      return .binary(json, .jsonFragment, path)
    }
    return switch Representation.self {
    case is any JSONRepresentation.Type: .function("json", [node])
    case is Bool.Type, is Bool?.Type:
      .function(
        "json",
        [
          .choice(
            base: nil,
            [
              ChoiceBranch(when: node, then: .text("true")),
              ChoiceBranch(when: .not(node), then: .text("false")),
            ], otherwise: nil)
        ])
    default: node
    }
  }
}

extension SQLFunction {
  /// A JSON array of the values of expressions.
  ///
  /// ```swift
  /// Album.select { SQLFunction.jsonArray($0.title, $0.label, as: [String].self) }
  /// // SELECT json_array("title", "label") FROM "album"
  /// ```
  ///
  /// Values have the form in which they are stored, but NULL becomes null, JSON stays JSON, and a
  /// `Bool` becomes true or false.
  public static func jsonArray<Content: Codable & Sendable>(
    _ elements: any SQLExpressible..., as type: Content.Type
  ) -> SQLExpression<JSON.Of<Content>> {
    SQLExpression(.function("json_array", elements.map(\.jsonNode)))
  }

  /// A JSON object of the values of expressions.
  ///
  /// ```swift
  /// Album.select { SQLFunction.jsonObject(["title": $0.title, "year": $0.year], as: Line.self) }
  /// // SELECT json_object('title', "title", 'year', "year") FROM "album"
  /// ```
  public static func jsonObject<Content: Codable & Sendable>(
    _ members: KeyValuePairs<String, any SQLExpressible>, as type: Content.Type
  ) -> SQLExpression<JSON.Of<Content>> {
    SQLExpression(
      .function("json_object", members.flatMap { [.text($0.key), $0.value.jsonNode] }))
  }
}
