import SwiftSyntaxMacros

/// The macros that this plugin provides.
///
/// If a macro is declared in `ORM` and missing here, the compiler reports at each use: "external
/// macro implementation type could not be found".
var providedMacros: [any Macro.Type] {
  [
    TableMacro.self,
    EmbeddableMacro.self,
    SelectionMacro.self,
    ColumnMacro.self,
    IgnoredMacro.self,
    EmbeddedMacro.self,
    IndexMacro.self,
  ]
}
