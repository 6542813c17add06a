#if TOOLCHAIN_SWIFT_SYNTAX
  import Glibc
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  /// The plugin's entry point if SwiftSyntax is the toolchain's.
  ///
  /// The toolchain has no `SwiftCompilerPlugin` module, whose `CompilerPlugin` is the usual entry
  /// point, but it has its parts: a listener that answers the compiler, and a connection that
  /// reserves standard output for the answers (a macro's own output goes to standard error) and
  /// ends when the compiler closes it or asks for it.
  @main
  struct ToolchainPlugin: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      let name = "\(moduleName).\(typeName)"
      guard let macro = providedMacros.first(where: { String(reflecting: $0) == name }) else {
        throw MacroNotFound(name: name)
      }
      return macro
    }

    static func main() {
      do {
        let connection = try StandardIOMessageConnection()
        let listener = CompilerPluginMessageListener(
          connection: connection, provider: ToolchainPlugin())
        try listener.main()
      } catch {
        // An error thrown from `main` would be reported as a crash of the plugin.
        let message = Array("error: \(error)\n".utf8)
        _ = write(STDERR_FILENO, message, message.count)
        exit(EXIT_FAILURE)
      }
    }
  }

  /// The compiler asked for a macro that the plugin does not have.
  private struct MacroNotFound: Error, CustomStringConvertible {
    let name: String

    var description: String { "macro implementation type '\(name)' is not in ORM's plugin" }
  }
#endif
