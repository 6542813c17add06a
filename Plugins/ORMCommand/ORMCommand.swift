import Foundation
import PackagePlugin

/// `swift package orm …`: the commands of the tool `orm` that are about the package.
///
/// A plugin has no terminal and no standard input, and exits with 1 for every failure of its tool.
/// Use `orm` itself for progress and for scripts that check exit codes.
@main
struct ORMCommand: CommandPlugin {
  private static let commands = [
    ("check", "checks a database, and lists how it differs from the package"),
    ("diff", "compares two schemas: of databases, packages or schema files"),
    ("export-schema", "writes the package's schema as SQL, JSON, XML, SVG, Mermaid or dot"),
    ("generate", "writes structs for the tables of a database"),
    ("new-migration", "creates the file of a new step"),
    ("plan", "shows how a database would be migrated to the package's tables"),
    ("status", "shows which steps have run, and how the database differs from the package"),
  ]

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let command = arguments.first { !$0.hasPrefix("-") }
    guard let command, command != "help" else { return print(Self.help) }
    guard Self.commands.contains(where: { $0.0 == command }) else {
      throw Refusal(
        "'\(command)' is not a command of the plugin; the commands are "
          + Self.commands.map(\.0).joined(separator: ", ")
          + ". Tools/install.sh of ORM installs orm, which has all commands")
    }
    guard let tool = try? context.tool(named: "ORMTool"),
      let reader = try? context.tool(named: "ORMReadTool")
    else {
      throw Refusal(
        "the tool needs the trait Tool: add traits: [\"Tool\"] to the dependency on ORM in "
          + "Package.swift; in ORM itself, run swift package --traits Tool orm \(command)")
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    var environment = ProcessInfo.processInfo.environment
    environment["ORM_READ"] = reader.url.path
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      throw Refusal("orm was ended by signal \(process.terminationStatus)")
    }
    // SwiftPM prints the code, and exits with 1.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  private static var help: String {
    let width = commands.map(\.0.count).max() ?? 0
    let list = commands.map { name, words in
      "  " + name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + words
    }
    return """
      swift package orm COMMAND …

      The commands are:

      \(list.joined(separator: "\n"))

      Run COMMAND --help for the options of a command. Paths are relative to the current folder. \
      If orm fails, SwiftPM exits with 1 and prints the exit code of orm in its last line.
      """
  }
}

/// The reason why the plugin does not run the tool.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
