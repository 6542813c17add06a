#if Tool
  import ArgumentParser
  import ORMToolKit

  struct DiagramCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diagram",
      abstract: "Draws the tables and the references between them.",
      discussion: """
        The result is an SVG image for light and dark pages, or text that Mermaid or Graphviz can \
        draw. Without --output, it is written to standard output.

        Example: orm diagram music.sqlite --output schema.svg --columns keys
        """)

    @Argument(help: "A database, a package or a schema.", completion: .file()) var file: String
    @OptionGroup var package: TargetOption
    @Option(
      name: .shortAndLong, help: "The file to write. The default is standard output.",
      completion: .file(extensions: ["svg"]))
    var output: String?
    @Option(help: "The columns to show: all, or keys (only the columns of keys and references).")
    var columns = Diagram.Columns.all
    @Option(help: "The maximum width of the image in pixels; a chain of references may exceed it.")
    var width = 1200
    @Option(help: "svg, mermaid, or dot for Graphviz.") var format = Diagram.Format.svg
    @Flag(help: "Report what was drawn as JSON. Needs --output.") var json = false

    func run() async throws {
      guard width > 0 else { throw ToolError.use("--width must be a positive number of pixels") }
      if json && output == nil { throw ToolError.use("--json needs --output") }
      let read = try await SchemaFile.read(file, package.part)
      try read.warn(Terminal.output(.error))
      let picture = try Diagram(of: read.schema, columns: columns, width: Double(width))
      let terminal = Terminal.output(.output)
      if let output {
        try WrittenFile.write(picture.text(in: format), to: output, besides: file)
        try terminal.write(
          json ? picture.json(for: output).lines : picture.words(for: output) + "\n")
      } else {
        let text = picture.text(in: format)
        try terminal.write(terminal.isTerminal ? SafeText.document(text) : text)
      }
      try terminal.flush()
    }
  }

  extension Diagram.Format: ExpressibleByArgument {}
  extension Diagram.Columns: ExpressibleByArgument {}
#endif
