import ORMExpansion
import SwiftSyntaxMacros

/// Every macro that the compiler can ask this plugin for.
///
/// A macro that is declared in `ORM` and missing here is reported where it is used: "external macro
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

// The compiler asks for a macro by the name of the plugin's module, `ORMMacros.TableMacro`, so each
// one is a type of this module too.

final class TableMacro: ORMExpansion.TableMacro {}
final class EmbeddableMacro: ORMExpansion.EmbeddableMacro {}
final class SelectionMacro: ORMExpansion.SelectionMacro {}
final class ColumnMacro: ORMExpansion.ColumnMacro {}
final class IgnoredMacro: ORMExpansion.IgnoredMacro {}
final class EmbeddedMacro: ORMExpansion.EmbeddedMacro {}
final class IndexMacro: ORMExpansion.IndexMacro {}
