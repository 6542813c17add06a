#if Tool
  import ArgumentParser
  import ORMToolKit

  /// The options for the schema in whose representations values are shown and read.
  struct FormOptions: ParsableArguments {
    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        """
        Show and read dates, UUIDs, amounts and Booleans in the form that this package, schema or \
        database declares. If this library created the database, you can pass the database itself.
        """, valueName: "package"),
      completion: .file())
    var schema: String?
    @OptionGroup var target: TargetOption

    /// - Parameter keepsJSON: Whether JSON columns are written as objects and arrays in JSON.
    func forms(keepsJSON: Bool = true) async throws -> DeclaredForms {
      guard let schema else {
        guard target.target == nil, target.schemaName == nil else {
          throw ToolError.use("--target and --schema need --as with a package")
        }
        return DeclaredForms(as: nil, findsJSON: keepsJSON)
      }
      let file = try await SchemaFile.read(schema, target.part)
      try file.warn(Terminal.output(.error))
      return DeclaredForms(as: file.schema, findsJSON: keepsJSON)
    }
  }

  /// The options for JSON columns.
  struct JSONColumnOptions: ParsableArguments {
    @Flag(help: "In JSON, write JSON columns as strings instead of objects and arrays.")
    var jsonAsText = false
  }
#endif
