#if Tool
  await CommandLineProgram.run()
#else
  // Without the trait there is no tool, and nothing of it is compiled.
  print("orm is built with the trait Tool: Tools/install.sh does it")
#endif
