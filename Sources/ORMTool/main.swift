#if Tool
  await CommandLineProgram.run()
#else
  import Foundation

  // Without the trait, the tool and its dependencies are not compiled.
  FileHandle.standardError.write(
    Data("orm is built with the trait Tool: Tools/install.sh does it\n".utf8))
  exit(2)
#endif
