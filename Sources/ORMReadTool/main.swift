#if Tool
  ReadingProgram.run(Array(CommandLine.arguments.dropFirst()))
#else
  import Foundation

  // Without the trait there is no tool, and nothing of it is compiled.
  FileHandle.standardError.write(
    Data("orm-read is built with the trait Tool: Tools/install.sh does it\n".utf8))
  exit(2)
#endif
