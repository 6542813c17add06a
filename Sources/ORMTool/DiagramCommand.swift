#if Tool
  import ArgumentParser
  import ORMToolKit

  struct DiagramCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diagram",
      abstract: "Draws the tables of a database and the references between them.",
      discussion: """
        The picture is SVG, for light and for dark pages. Without --output it is written to the \
        standard output.

        Example: orm diagram music.sqlite --output schema.svg --columns keys
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["svg"]))
    var output: String?
    @Option(help: "all, or keys: those of keys and references.")
    var columns = Diagram.Columns.all
    @Option(help: "How wide the picture is at the most, in pixels.") var width = 1200
    @Flag(help: "Write JSON: what was drawn.") var json = false

    func run() async throws {
      guard width > 0 else { throw ToolError.use("--width is a number of pixels") }
      if json && output == nil { throw ToolError.use("--json needs --output") }
      let database = try DatabaseFile(file)
      let picture = try Diagram(
        of: await database.database.schema(), columns: columns, width: Double(width))
      let terminal = Terminal.output(.output)
      if let output {
        let file = OutputFile(output)
        try file.write(picture.svg, besides: database)
        try terminal.write(
          json ? picture.json(for: output).lines : picture.words(for: output) + "\n")
      } else {
        try terminal.write(picture.svg)
      }
      try terminal.flush()
    }
  }

  extension Diagram.Columns: ExpressibleByArgument {}
#endif
