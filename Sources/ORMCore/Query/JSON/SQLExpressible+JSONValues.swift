// The values inside of JSON. Each result is optional: a key may be missing, or its value null.

extension SQLExpressible where Representation: JSONRepresentation {
  /// The value at a path.
  ///
  /// ```swift
  /// User.where { $0.settings["owner", "name", as: String.self] == "Sade" }
  /// // … WHERE ("settings" ->> '$.owner.name') IS $1
  /// ```
  ///
  /// If the value in the JSON is a number, a text, `true` or `false`, but not of this type,
  /// decoding it throws.
  ///
  /// - Parameters:
  ///   - steps: The keys and positions of the path, as in the JSON.
  ///   - type: The type of the value, not optional.
  public subscript<Part: JSONScalar>(
    _ steps: JSONStep..., as type: Part.Type
  ) -> SQLExpression<Part?> {
    SQLExpression(.binary(node, .jsonValue, steps.node))
  }

  /// The value at a path, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public subscript<Part: Codable & Sendable>(
    _ steps: JSONStep..., as type: Part.Type
  ) -> SQLExpression<JSON.Part<Part>?> {
    SQLExpression(.binary(node, .jsonValue, steps.node))
  }

  /// The value at a typed path.
  ///
  /// ```swift
  /// User.where { $0.settings[.theme] == "dark" }     // … WHERE ("settings" ->> '$.theme') IS $1
  /// ```
  public subscript<Part: JSONScalar>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<Part?> {
    SQLExpression(.binary(node, .jsonValue, path.steps.node))
  }

  /// The value at a typed path, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public subscript<Part: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<JSON.Part<Part>?> {
    SQLExpression(.binary(node, .jsonValue, path.steps.node))
  }

  /// The value at a path that continues another path: `"settings" ->> '$.owner.name'`.
  ///
  /// ```swift
  /// User.where { $0.settings[.owner, .name] == "Sade" }
  /// ```
  public subscript<Outer, Part: JSONScalar>(
    _ path: JSONPath<Representation.Content, Outer>, _ inner: JSONPath<Outer, Part>
  ) -> SQLExpression<Part?> {
    self[path.appending(inner)]
  }

  /// The value at a path that continues another path, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public subscript<Outer, Part: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, Outer>, _ inner: JSONPath<Outer, Part>
  ) -> SQLExpression<JSON.Part<Part>?> {
    self[path.appending(inner)]
  }

  /// The element at a position. A negative position counts from the end.
  ///
  /// ```swift
  /// Album.select { $0.tags[0] }      // SELECT "tags" ->> '$[0]' FROM "album"
  /// ```
  public subscript<Element: JSONScalar>(
    _ position: JSONStep
  ) -> SQLExpression<Element?> where Representation.Content == [Element] {
    SQLExpression(.binary(node, .jsonValue, [position].node))
  }

  /// The element at a position, for a type that is not a ``JSONScalar``.
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

  /// The value of a key, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public subscript<Element: Codable & Sendable>(
    _ key: JSONStep
  ) -> SQLExpression<JSON.Part<Element>?> where Representation.Content == [String: Element] {
    SQLExpression(.binary(node, .jsonValue, [key].node))
  }

  /// The JSON at a path, from which values can be extracted: `"settings" -> '$.owner'`.
  ///
  /// Here, JSON's null does not become NULL, so `Part` must be optional if the JSON may be null.
  public func jsonFragment<Part: Codable & Sendable>(
    _ steps: JSONStep..., as type: Part.Type
  ) -> SQLExpression<JSON.Of<Part>?> {
    SQLExpression(.binary(node, .jsonFragment, steps.node))
  }

  /// The JSON at a typed path, from which values can be extracted.
  public func jsonFragment<Part: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> SQLExpression<JSON.Of<Part>?> {
    SQLExpression(.binary(node, .jsonFragment, path.steps.node))
  }

  /// The values at several paths, as a JSON array with null for missing values.
  ///
  /// ```swift
  /// User.select { $0.settings.jsonExtract([["theme"], ["owner", "name"]], as: String?.self) }
  /// // SELECT json_extract("settings", '$.theme', '$.owner.name') FROM "user"
  /// ```
  ///
  /// Pass at least two paths, because for one path SQLite does not return an array; use a subscript
  /// instead.
  ///
  /// - Parameter type: The type of the values, which must be optional.
  public func jsonExtract<Part: Codable & Sendable>(
    _ first: [JSONStep], _ second: [JSONStep], _ others: [JSONStep]..., as type: Part.Type
  ) -> SQLExpression<JSON.Of<[Part]>?> {
    SQLExpression(
      .function("json_extract", [node, first.node, second.node] + others.map(\.node)))
  }
}

extension SQLExpressible where Representation == String {
  /// The text, read as JSON of the given type. If it is not valid JSON, the query throws.
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
  /// The text, read as JSON of the given type. If it is not valid JSON, the query throws.
  public func json<Content: Codable & Sendable>(
    as type: Content.Type
  ) -> SQLExpression<JSON.Of<Content>?> {
    SQLExpression(node)
  }
}
