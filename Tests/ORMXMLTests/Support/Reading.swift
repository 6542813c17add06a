import ORMSchema
import ORMXML
import Testing

/// The table in a `<database>` with this content.
func table(_ xml: String) throws -> Schema.Table {
  try #require(try Schema(xml: "<database>\(xml)</database>").tables.first)
}

/// The table with one column of these attributes.
func column(_ attributes: String) throws -> Schema.Table {
  try table("<table name='t'><column \(attributes)/></table>")
}

/// The error that a text is refused with.
func failure(_ xml: String) throws -> XMLSchemaError {
  try #require(throws: XMLSchemaError.self) { _ = try Schema(xml: xml) }
}
