#if Tool
  ReadingProgram.run(Array(CommandLine.arguments.dropFirst()))
#else
  // Without the trait there is no tool, and nothing of it is compiled.
  print("orm-read is built with the trait Tool: Tools/install.sh does it")
#endif
