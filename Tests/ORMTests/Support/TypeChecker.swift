import Foundation

/// The compiler, told to check programs that use the library that SwiftPM has built.
enum TypeChecker {
  /// The folder with what SwiftPM has built, in which the test program itself lies.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let program = bundle?.bundleURL ?? Bundle.main.executableURL ?? URL(filePath: "/")
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  private static let plugin = products.appending(path: "ORMMacros-tool")

  /// Whether the library and its plugin lie where SwiftPM puts them; Xcode has other places.
  static let canRun = FileManager.default.fileExists(atPath: plugin.path)

  /// What it says of the files, in the style of LLVM, when it checks them as one module, or
  /// only those that `options` name as primary.
  static func output(of files: [String], module: String, options: [String]) throws -> String {
    let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
      .dropFirst()
    let compiler =
      [
        "swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-module-name", module,
        "-diagnostic-style", "llvm",
        "-I", products.appending(path: "Modules").path,
        "-Xcc", "-fmodule-map-file=\(package)/Sources/CPlatform/module.modulemap",
        "-Xcc", "-fmodule-map-file=\(package)/Sources/CSQLite/module.modulemap",
        "-load-plugin-executable", "\(plugin.path)#ORMMacros",
        // Not SwiftPM's own cache: it breaks where one path to it goes over a symbolic link.
        "-module-cache-path", products.appending(path: "TypeCheckedModules").path,
      ] + options + files
    return String(decoding: try ShellCommand.errorOutput(of: compiler), as: UTF8.self)
  }
}
