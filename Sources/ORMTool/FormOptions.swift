#if Tool
  import ArgumentParser
  import ORMToolKit

  /// The schema whose representations values are shown and read in.
  struct FormOptions: ParsableArguments {
    @Option(
      name: .customLong("as"),
      help: ArgumentHelp(
        """
        Show and read dates, UUIDs, amounts and Booleans as this package, schema or database \
        declares them; a database of this library can be given itself.
        """, valueName: "package"),
      completion: .file())
    var schema: String?
    @OptionGroup var target: TargetOption

    /// - Parameter keepsJSON: Whether columns of JSON are objects and arrays in JSON.
    func forms(keepsJSON: Bool = true) async throws -> DeclaredForms {
      guard let schema else {
        guard target.target == nil, target.schemaName == nil else {
          throw ToolError.use("--target and --schema are for --as with a package")
        }
        return DeclaredForms(as: nil, findsJSON: keepsJSON)
      }
      let file = try await SchemaFile.read(schema, target.part)
      try file.warn(Terminal.output(.error))
      return DeclaredForms(as: file.schema, findsJSON: keepsJSON)
    }
  }

  /// The options for columns of JSON.
  struct JSONColumnOptions: ParsableArguments {
    @Flag(help: "Write the texts of JSON columns in quotes, also in JSON.") var jsonAsText = false
  }
#endif
