#if Tool
  import ArgumentParser
  import ORMToolKit

  struct DiagramCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diagram",
      abstract: "Draws tables and the references between them.",
      discussion: """
        The picture is SVG, for light and for dark pages, or a text of Mermaid's or Graphviz's, \
        which others draw. Without --output it is written to the standard output.

        Example: orm diagram music.sqlite --output schema.svg --columns keys
        """)

    @Argument(help: "A database, a package, or a schema.", completion: .file()) var file: String
    @OptionGroup var package: TargetOption
    @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["svg"]))
    var output: String?
    @Option(help: "all, or keys: those of keys and references.")
    var columns = Diagram.Columns.all
    @Option(help: "How wide the picture is at the most, in pixels.") var width = 1200
    @Option(help: "svg, mermaid or dot.") var format = Diagram.Format.svg
    @Flag(help: "Write JSON: what was drawn.") var json = false

    func run() async throws {
      guard width > 0 else { throw ToolError.use("--width is a number of pixels") }
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
