// The values inside of JSON as rows, for a join or a subquery.

extension SQLExpressible where Representation: JSONRepresentation {
  /// The elements of the array, or the members of the object, as rows: `json_each("tags")`.
  ///
  /// ```swift
  /// Album.join { $0.tags.each() }.where { _, tag in tag.value == "jazz" }
  /// // … FROM "album" JOIN json_each("album"."tags") WHERE "json_each"."value" IS $1
  /// ```
  public func each<Element: JSONScalar>() -> TableExpression<JSONEntry<Element>>
  where Representation.Content == [Element] {
    rows("json_each", [])
  }

  /// The elements of the array as rows, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public func each<Element: Codable & Sendable>() -> TableExpression<JSONEntry<JSON.Part<Element>>>
  where Representation.Content == [Element] {
    rows("json_each", [])
  }

  /// The members of the object as rows, with text as their keys.
  public func each<Element: JSONScalar>() -> TableExpression<JSONEntry<Element>>
  where Representation.Content == [String: Element] {
    rows("json_each", [])
  }

  /// The members of the object as rows, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public func each<Element: Codable & Sendable>() -> TableExpression<JSONEntry<JSON.Part<Element>>>
  where Representation.Content == [String: Element] {
    rows("json_each", [])
  }

  /// The values of the array or the object at a path: `json_each("settings", '$.sizes')`.
  ///
  /// - Parameters:
  ///   - steps: The path to the array or the object; empty if it is the whole JSON.
  ///   - type: The type of the values in the array or the object, not optional.
  public func each<Element: JSONScalar>(
    _ steps: JSONStep..., as type: Element.Type
  ) -> TableExpression<JSONEntry<Element>> {
    rows("json_each", steps)
  }

  /// The values of the array or the object at a path, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public func each<Element: Codable & Sendable>(
    _ steps: JSONStep..., as type: Element.Type
  ) -> TableExpression<JSONEntry<JSON.Part<Element>>> {
    rows("json_each", steps)
  }

  /// The elements of the array at a typed path.
  public func each<Element: JSONScalar>(
    _ path: JSONPath<Representation.Content, [Element]>
  ) -> TableExpression<JSONEntry<Element>> {
    rows("json_each", path.steps)
  }

  /// The elements of the array at a typed path, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public func each<Element: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, [Element]>
  ) -> TableExpression<JSONEntry<JSON.Part<Element>>> {
    rows("json_each", path.steps)
  }

  /// The members of the object at a typed path.
  public func each<Element: JSONScalar>(
    _ path: JSONPath<Representation.Content, [String: Element]>
  ) -> TableExpression<JSONEntry<Element>> {
    rows("json_each", path.steps)
  }

  /// The members of the object at a typed path, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public func each<Element: Codable & Sendable>(
    _ path: JSONPath<Representation.Content, [String: Element]>
  ) -> TableExpression<JSONEntry<JSON.Part<Element>>> {
    rows("json_each", path.steps)
  }

  /// The value at a path and all values nested in it, as rows: `json_tree("settings")`.
  ///
  /// ```swift
  /// User.join { $0.settings.tree() }.where { _, entry in entry.type == .null }
  ///   .select { _, entry in entry.fullkey }
  /// ```
  public func tree(_ steps: JSONStep...) -> TableExpression<JSONEntry<JSON.Untyped>> {
    rows("json_tree", steps)
  }

  /// The value at a typed path, and all values nested in it, as rows.
  public func tree<Part>(
    _ path: JSONPath<Representation.Content, Part>
  ) -> TableExpression<JSONEntry<JSON.Untyped>> {
    rows("json_tree", path.steps)
  }

  private func rows<Element: ColumnRepresentation>(
    _ name: String, _ steps: [JSONStep]
  ) -> TableExpression<JSONEntry<Element>> {
    let arguments = [node] + (steps.argument.map { [$0] } ?? [])
    return TableExpression(.function(name, arguments), name: name)
  }

  /// Whether the array has an element with this value; false if the array is NULL.
  ///
  /// ```swift
  /// Album.where { $0.tags.contains("jazz") }
  /// // … WHERE EXISTS (SELECT 1 FROM json_each("album"."tags") WHERE "value" IS $1)
  /// ```
  public func contains<Element: JSONScalar>(
    _ element: Element
  ) -> SQLExpression<Bool> where Representation.Content == [Element] {
    each().all.where { $0.value == element }.exists()
  }

  /// Whether the array has an element with the value of a column or an expression: `EXISTS (SELECT
  /// 1 FROM json_each("album"."tags") AS "json_element" WHERE "value" IS "genre"."name")`.
  public func contains<Element: JSONScalar>(
    _ element: some SQLExpressible<Element>
  ) -> SQLExpression<Bool> where Representation.Content == [Element] {
    let elements: TableExpression<JSONEntry<Element>> = each()
    return elements.as("json_element").all.where { $0.value == element.optional() }.exists()
  }

  /// Whether the array has an element with this value, for a type that is not a ``JSONScalar``.
  @_disfavoredOverload
  public func contains<Element: Codable & Sendable>(
    _ element: Element
  ) -> SQLExpression<Bool> where Representation.Content == [Element] {
    let elements: TableExpression<JSONEntry<JSON.Part<Element>>> = each()
    return elements.all.where { $0.value == element }.exists()
  }
}
