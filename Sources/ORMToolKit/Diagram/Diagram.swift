import ORMSchema

/// A picture of a schema: a box for each table, and a line with crow's feet for each reference.
///
/// ```swift
/// let picture = try Diagram(of: schema).svg
/// ```
///
/// Tables are in columns, each to the right of those that it refers to. Lines run in the space
/// between columns and boxes, and through none. The same schema always gives the same picture.
package struct Diagram {
  /// Which columns of a table are shown.
  package enum Columns: String, Sendable, CaseIterable {
    case all
    /// Those of keys, of unique columns and of references.
    case keys
  }

  /// How many tables a picture has at the most: nobody finds one among more.
  package static let tableLimit = 1000

  let model: DiagramModel
  let layout: DiagramLayout

  /// - Parameters:
  ///   - columns: Which columns are shown.
  ///   - width: How wide the picture is at the most, in pixels, unless a chain of references needs
  ///     more.
  /// - Throws: ``ToolError`` if the schema is too large for a picture.
  package init(of schema: Schema, columns: Columns = .all, width: Double = 1200) throws {
    guard schema.tables.count <= Self.tableLimit else {
      throw ToolError.use(
        "\(schema.tables.count) tables are too many for one picture: "
          + "\(Self.tableLimit) are the most")
    }
    model = DiagramModel(schema, columns: columns)
    layout = DiagramLayout.best(for: model, width: width)
  }

  /// Where each table is, in the order of the schema.
  package var boxes: [DiagramBox] { layout.boxes }

  /// The line of each reference, from the child to the parent: its corners.
  package var lines: [[DiagramPoint]] { layout.lines }
}

/// A place in a picture, in pixels from its upper left.
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

/// How large things are, in pixels.
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
  /// Room for what is drawn at the ends of lines.
  static let marker = 22.0
  static let minimumChannel = 56.0
  static let maximumBox = 340.0
}
