import Foundation
import PackagePlugin

/// `swift package orm …`: the commands of the tool `orm` that are about the package.
///
/// A plugin has no terminal and no standard input, and ends with 1 whatever its tool ends with; so
/// what shows progress, and scripts that look at exit codes, take `orm` itself.
@main
struct ORMCommand: CommandPlugin {
  private static let commands = [
    ("check", "what is wrong with a database, and where it differs from the package"),
    ("diff", "what differs between two of databases, packages and schemas"),
    ("export-schema", "what the package declares, as SQL, JSON, XML, SVG, Mermaid or dot"),
    ("generate", "structs for the tables of a database"),
    ("new-migration", "the file of a new step"),
    ("plan", "what brings a database to the package's tables"),
    ("status", "which steps have run, and what differs"),
  ]

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let command = arguments.first { !$0.hasPrefix("-") }
    guard let command, command != "help" else { return print(Self.help) }
    guard Self.commands.contains(where: { $0.0 == command }) else {
      throw Refusal(
        "'\(command)' is no command of the plugin; there are "
          + Self.commands.map(\.0).joined(separator: ", ")
          + ". Tools/install.sh of ORM installs orm, which has all of them")
    }
    guard let tool = try? context.tool(named: "ORMTool"),
      let reader = try? context.tool(named: "ORMReadTool")
    else {
      throw Refusal(
        "the tool is built with the trait Tool: write traits: [\"Tool\"] beside the dependency on "
          + "ORM in Package.swift; in ORM itself: swift package --traits Tool orm \(command)")
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
    // SwiftPM says the code, and ends with 1.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  private static var help: String {
    let width = commands.map(\.0.count).max() ?? 0
    let list = commands.map { name, words in
      "  " + name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + words
    }
    return """
      swift package orm COMMAND …, where COMMAND is one of

      \(list.joined(separator: "\n"))

      and COMMAND --help says how it is used. Paths are from the folder that it is called in. \
      SwiftPM ends with 1 whatever the exit code of orm was: it is in its last line.
      """
  }
}

/// Why the plugin does nothing.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
