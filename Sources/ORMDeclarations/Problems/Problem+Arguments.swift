/// Mistakes in a macro's arguments.
extension Problem {
  package static func notAStringLiteral(_ macro: MacroName, _ label: String?) -> Problem {
    Problem(
      "argument.notAString", macro,
      "\(label.map { "'\($0)'" } ?? "the name") has to be a string literal without interpolation: "
        + "the macro sees source text, not values")
  }

  package static func notABoolLiteral(_ macro: MacroName, _ label: String) -> Problem {
    Problem(
      "argument.notABool", macro,
      "'\(label)' has to be 'true' or 'false': the macro sees source text, not values")
  }

  package static func unknownArgument(_ macro: MacroName, _ label: String, known: [String])
    -> Problem
  {
    let labels = known.map { "'\($0)'" }.joined(separator: ", ")
    return Problem(
      "argument.unknown", macro, "there is no argument '\(label)'; there are \(labels)")
  }

  package static func unexpectedArgument(_ macro: MacroName) -> Problem {
    Problem("argument.unexpected", macro, "the argument needs a label")
  }

  package static func emptyName(_ macro: MacroName) -> Problem {
    Problem(
      "argument.emptyName", macro,
      "a name can't be empty; leave it out for the default name")
  }

  package static func renamedFromItself(_ macro: MacroName, _ name: String) -> Problem {
    Problem(
      "argument.renamedFromItself", macro,
      "'\(name)' is the current name; 'renamedFrom' lists the former ones, oldest first")
  }

  package static func emptySQL(_ macro: MacroName, _ label: String) -> Problem {
    Problem("argument.emptySQL", macro, "'\(label)' is empty; write SQL or leave it out")
  }

  package static func unknownNaming(_ macro: MacroName) -> Problem {
    Problem(
      "argument.unknownNaming", macro,
      "'naming' has to be .asWritten, .pascalCase, .snakeCase or .screamingSnakeCase")
  }

  package static func embeddedNUL(_ macro: MacroName) -> Problem {
    Problem("argument.nul", macro, "SQL ends at the first NUL; remove the NUL")
  }
}
