import ORMSchema

/// A picture of a schema: a box for each table, and a line with crow's feet for each reference.
///
/// ```swift
/// let picture = try Diagram(of: schema).svg
/// ```
///
/// Tables are in columns, each to the right of the tables that it references. Lines run between
/// columns and boxes, and never cross a box. The same schema always results in the same picture.
package struct Diagram {
  /// The columns of a table to show.
  package enum Columns: String, Sendable, CaseIterable {
    case all
    /// Only the columns of keys, unique constraints and references.
    case keys
  }

  /// The maximum number of tables in a picture; more would be unreadable.
  package static let tableLimit = 1000

  let model: DiagramModel
  let layout: DiagramLayout

  /// - Parameters:
  ///   - columns: The columns to show. The default is all.
  ///   - width: The maximum width of the picture in pixels, unless a chain of references needs
  ///     more. The default is 1200.
  /// - Throws: ``ToolError`` if the schema is too large for a picture.
  package init(of schema: Schema, columns: Columns = .all, width: Double = 1200) throws {
    guard schema.tables.count <= Self.tableLimit else {
      throw ToolError.use(
        "the schema has \(schema.tables.count) tables, but a diagram can have "
          + "\(Self.tableLimit) at most")
    }
    model = DiagramModel(schema, columns: columns)
    layout = DiagramLayout.best(for: model, width: width)
  }

  /// The box of each table, in the order of the schema.
  package var boxes: [DiagramBox] { layout.boxes }

  /// The corners of the line of each reference, from the child to the parent.
  package var lines: [[DiagramPoint]] { layout.lines }
}

/// A point of a picture, in pixels from its upper left corner.
package struct DiagramPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double
}

/// The rectangle of a table.
package struct DiagramBox: Equatable, Sendable {
  package var x = 0.0
  package var y = 0.0
  package var width = 0.0
  package var height = 0.0
}

/// Sizes and distances, in pixels.
enum DiagramSize {
  static let header = 30.0
  static let row = 22.0
  static let margin = 16.0
  /// Between two boxes of a column.
  static let boxGap = 26.0
  /// Between a line that passes a column and what is above or below it.
  static let laneGap = 14.0
  /// Between two lines.
  static let trackGap = 11.0
  /// The space for the marks at the ends of lines.
  static let marker = 22.0
  static let minimumChannel = 56.0
  static let maximumBox = 340.0
}
