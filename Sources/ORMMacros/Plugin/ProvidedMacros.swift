import SwiftSyntaxMacros

/// Every macro that the compiler can ask this plugin for.
///
/// A macro that is declared in `ORM` and missing here is reported at each use: "external macro
/// implementation type could not be found".
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
