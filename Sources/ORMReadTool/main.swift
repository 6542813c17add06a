#if Tool
  ReadingProgram.run(Array(CommandLine.arguments.dropFirst()))
#else
  import Foundation

  // Without the trait, the tool and its dependencies are not compiled.
  FileHandle.standardError.write(
    Data("orm-read needs the trait Tool: build it with Tools/install.sh\n".utf8))
  exit(2)
#endif
