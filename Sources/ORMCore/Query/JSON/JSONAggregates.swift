extension SQLExpressible where Representation: JSONMember {
  /// The values as a JSON array, with NULL as null; an empty array if there are no rows.
  ///
  /// ```swift
  /// Album.group { $0.artistID }.select { ($0.artistID, $0.title.jsonGroupArray()) }
  /// // SELECT "artistID", json_group_array("title") FROM "album" GROUP BY "artistID"
  /// ```
  ///
  /// The order of the values is undefined.
  ///
  /// - Parameter condition: The rows to include. By default, all rows.
  public func jsonGroupArray(
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<JSON.Of<[Representation]>> {
    jsonGroup("json_group_array", [jsonNode], condition)
  }

  /// The rows' values as a JSON object, each under its row's key.
  ///
  /// ```swift
  /// Album.select { $0.plays.jsonGroupObject(key: $0.title) }
  /// // SELECT json_group_object("title", "plays") FROM "album"
  /// ```
  ///
  /// If two rows have the same key, only one of their values is read.
  public func jsonGroupObject(
    key: some SQLExpressible<String>, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<JSON.Of<[String: Representation]>> {
    jsonGroup("json_group_object", [key.node, jsonNode], condition)
  }
}

extension SQLExpressible {
  /// The rows' JSON as an array: `json_group_array(json("tags"))`.
  public func jsonGroupArray<Content>(
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<JSON.Of<[Content]>> where Representation == JSON.Of<Content> {
    jsonGroup("json_group_array", [jsonNode], condition)
  }

  /// The rows' JSON as an object, each under its row's key: `json_group_object("title",
  /// json("tags"))`.
  public func jsonGroupObject<Content>(
    key: some SQLExpressible<String>, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<JSON.Of<[String: Content]>> where Representation == JSON.Of<Content> {
    jsonGroup("json_group_object", [key.node, jsonNode], condition)
  }

  /// The rows' JSON as an array, with NULL as null: `json_group_array(json("tags"))`.
  public func jsonGroupArray<Content>(
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<JSON.Of<[Content?]>> where Representation == JSON.Of<Content>? {
    jsonGroup("json_group_array", [jsonNode], condition)
  }

  /// The rows' JSON as an object, each under its row's key, with NULL as null:
  /// `json_group_object("title", json("tags"))`.
  public func jsonGroupObject<Content>(
    key: some SQLExpressible<String>, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<JSON.Of<[String: Content?]>> where Representation == JSON.Of<Content>? {
    jsonGroup("json_group_object", [key.node, jsonNode], condition)
  }

  fileprivate func jsonGroup<Result: ColumnRepresentation>(
    _ name: String, _ arguments: [SQLNode], _ condition: SQLExpression<Bool>?
  ) -> AggregateFunction<Result> {
    AggregateFunction(
      FunctionCall(name: name, arguments: arguments, filter: condition?.node ?? .always))
  }
}
