// What is inside of JSON. Each result is optional: a key may be missing, or its value be null.

extension SQLExpressible where Representation: JSONRepresentation {
  /// The value at a path.
  ///
  /// ```swift
  /// User.where { $0.settings["owner", "name", as: String.self] == "Sade" }
  /// // … WHERE ("settings" ->> '$.owner.name') IS $1
  /// ```
  ///
  /// A number, a text or a truth value of another type than this throws when it is read.
  ///
  /// - Parameters:
  ///   - steps: The keys and positions on the way, as the JSON has them.
  ///   - type: The type of the value, not as an optional.
  public subscript<Part: JSONScalar>(
    _ steps: JSONStep..., as type: Part.Type
  ) -> SQLExpression<Part?> {
    SQLExpression(.binary(node, .jsonValue, steps.node))
  }

  /// The value at a path, of a type that has a form of its own in JSON.
  @_disfavoredOverload
  public subscript<Part: Codable & Sendable>(
    _ steps: JSONStep..., as type: Part.Type
  ) -> SQLExpression<JSON.Part<Part>?> {
    SQLExpression(.binary(node, .jsonValue, steps.node))
  }

  /// The value at a path whose type is declared.
  ///
  /// ```swift
  /// User.where { $0.settings[.theme] == "dark" }     // … WHERE ("settings" ->> '$.theme') IS $1
  /// ```
  public subscript<Part: JSONScalar>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<Part?> {
    SQLExpression(.binary(node, .jsonValue, path.steps.node))
  }

  /// The value at a path whose type is declared, and has a form of its own in JSON.
  @_disfavoredOverload
  public subscript<Part: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<JSON.Part<Part>?> {
    SQLExpression(.binary(node, .jsonValue, path.steps.node))
  }

  /// The value at a path inside of another one: `"settings" ->> '$.owner.name'`.
  ///
  /// ```swift
  /// User.where { $0.settings[.owner, .name] == "Sade" }
  /// ```
  public subscript<Outer, Part: JSONScalar>(
    _ path: JSONPath<Representation.Content, Outer>, _ inner: JSONPath<Outer, Part>
  ) -> SQLExpression<Part?> {
    self[path.appending(inner)]
  }

  /// The value at a path inside of another one, of a type that has a form of its own in JSON.
  @_disfavoredOverload
  public subscript<Outer, Part: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, Outer>, _ inner: JSONPath<Outer, Part>
  ) -> SQLExpression<JSON.Part<Part>?> {
    self[path.appending(inner)]
  }

  /// The element at a position; below 0, it counts from the end.
  ///
  /// ```swift
  /// Album.select { $0.tags[0] }      // SELECT "tags" ->> '$[0]' FROM "album"
  /// ```
  public subscript<Element: JSONScalar>(
    _ position: JSONStep
  ) -> SQLExpression<Element?> where Representation.Content == [Element] {
    SQLExpression(.binary(node, .jsonValue, [position].node))
  }

  /// The element at a position, of a type that has a form of its own in JSON.
  @_disfavoredOverload
  public subscript<Element: Codable & Sendable>(
    _ position: JSONStep
  ) -> SQLExpression<JSON.Part<Element>?> where Representation.Content == [Element] {
    SQLExpression(.binary(node, .jsonValue, [position].node))
  }

  /// The value of a key: `"counts" ->> '$.jazz'`.
  public subscript<Element: JSONScalar>(
    _ key: JSONStep
  ) -> SQLExpression<Element?> where Representation.Content == [String: Element] {
    SQLExpression(.binary(node, .jsonValue, [key].node))
  }

  /// The value of a key, of a type that has a form of its own in JSON.
  @_disfavoredOverload
  public subscript<Element: Codable & Sendable>(
    _ key: JSONStep
  ) -> SQLExpression<JSON.Part<Element>?> where Representation.Content == [String: Element] {
    SQLExpression(.binary(node, .jsonValue, [key].node))
  }

  /// The JSON at a path, from which more can be taken: `"settings" -> '$.owner'`.
  ///
  /// JSON's null is itself here, and not NULL, so `Part` is an optional type if the JSON may have
  /// one.
  public func jsonFragment<Part: Codable & Sendable>(
    _ steps: JSONStep..., as type: Part.Type
  ) -> SQLExpression<JSON.Of<Part>?> {
    SQLExpression(.binary(node, .jsonFragment, steps.node))
  }

  /// The JSON at a path whose type is declared, from which more can be taken.
  public func jsonFragment<Part: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<JSON.Of<Part>?> {
    SQLExpression(.binary(node, .jsonFragment, path.steps.node))
  }

  /// The values at several paths, as a JSON array with null for those that are missing.
  ///
  /// ```swift
  /// User.select { $0.settings.jsonExtract([["theme"], ["owner", "name"]], as: String?.self) }
  /// // SELECT json_extract("settings", '$.theme', '$.owner.name') FROM "user"
  /// ```
  ///
  /// - Parameters:
  ///   - paths: Two or more: SQLite gives no array for a single one, which a subscript takes.
  ///   - type: The type of the values, an optional one.
  public func jsonExtract<Part: Codable & Sendable>(
    _ first: [JSONStep], _ second: [JSONStep], _ others: [JSONStep]..., as type: Part.Type
  ) -> SQLExpression<JSON.Of<[Part]>?> {
    SQLExpression(
      .function("json_extract", [node, first.node, second.node] + others.map(\.node)))
  }
}

extension SQLExpressible where Representation == String {
  /// The text as JSON of a type; a query throws if the text is not JSON.
  ///
  /// ```swift
  /// Log.where { $0.text.json(as: Event.self)["level", as: Int.self] > 3 }
  /// // … WHERE ("text" ->> '$.level') > $1
  /// ```
  public func json<Content: Codable & Sendable>(
    as type: Content.Type
  ) -> SQLExpression<JSON.Of<Content>> {
    SQLExpression(node, canBeNull: canBeNull)
  }
}

extension SQLExpressible where Representation == String? {
  /// The text as JSON of a type; a query throws if the text is not JSON.
  public func json<Content: Codable & Sendable>(
    as type: Content.Type
  ) -> SQLExpression<JSON.Of<Content>?> {
    SQLExpression(node)
  }
}
