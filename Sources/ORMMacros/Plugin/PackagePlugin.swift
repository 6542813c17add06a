#if !TOOLCHAIN_SWIFT_SYNTAX
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// The plugin's entry point if SwiftSyntax is the `swift-syntax` package.
  @main
  struct PackagePlugin: CompilerPlugin {
    let providingMacros = providedMacros
  }
#endif
