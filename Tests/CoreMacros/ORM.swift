@_exported import ORMCore

/// What the macros' code calls the module `ORM`, for tests of the core, in which there is no engine
/// and so no such module.
public enum ORM {
  public typealias Column = ORMCore.Column
  public typealias ColumnDefault = ORMCore.ColumnDefault
  public typealias DatabaseTable = ORMCore.DatabaseTable
  public typealias EmbeddedGroup = ORMCore.EmbeddedGroup
  public typealias KeyedTable = ORMCore.KeyedTable
  public typealias NamedSource = ORMCore.NamedSource
  public typealias OptionalColumns = ORMCore.OptionalColumns
  public typealias OuterColumns = ORMCore.OuterColumns
  public typealias ParameterWriter = ORMCore.ParameterWriter
  public typealias ReferencedTable = ORMCore.ReferencedTable
  public typealias ResultColumn = ORMCore.ResultColumn
  public typealias RowDecodingError = ORMCore.RowDecodingError
  public typealias RowReader = ORMCore.RowReader
  public typealias SQLNode = ORMCore.SQLNode
  public typealias SelectableColumn = ORMCore.SelectableColumn
  public typealias Selected = ORMCore.Selected
  public typealias Selection = ORMCore.Selection
  public typealias StoredRepresentation = ORMCore.StoredRepresentation
  public typealias StoredValue = ORMCore.StoredValue
  public typealias TableColumns = ORMCore.TableColumns
  public typealias TableDraft = ORMCore.TableDraft
  public typealias TableSchema = ORMCore.TableSchema
  public typealias TableSource = ORMCore.TableSource
  public typealias WholeRow = ORMCore.WholeRow

  @inlinable
  public static func generatedKey<Key: FixedWidthInteger>(_ rowID: Int64) throws -> Key {
    try ORMCore.generatedKey(rowID)
  }
}
