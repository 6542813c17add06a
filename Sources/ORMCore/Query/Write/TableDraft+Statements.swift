extension TableDraft {
  /// The insert of this draft, without the key and the columns that are left to the database.
  ///
  /// ```swift
  /// try Artist.Draft(name: "Sade").insertStatement
  /// // INSERT INTO "artist" ("name") VALUES ($1)
  /// // ["Sade"]
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public var insertStatement: Statement {
    get throws {
      let values = try storedValues
      let schema = Target.schema
      // The key comes last.
      let key = Array(schema.writableColumns.indices.map { $0 + 1 }.dropFirst(values.count))
      return Statement(
        sql: schema.insertSQL(omitting: omittedColumns + key),
        arguments: values.omitting(Set(omittedColumns)))
    }
  }

  /// The arguments of ``DatabaseTable/insertSQL``, in its order, without the key's.
  var storedValues: [SQLValue] {
    get throws {
      var collector = ValueCollector()
      do {
        try bind(to: &collector)
      } catch {
        throw Target.encodingError(error, after: collector.values.count)
      }
      return collector.values
    }
  }
}
