import ORMCore
import ORMSchema

extension Diagram {
  /// The format of a diagram.
  package enum Format: String, Sendable, CaseIterable {
    case svg, mermaid, dot
  }

  /// The diagram in a format.
  package func text(in format: Format) -> String {
    switch format {
    case .svg: svg
    case .mermaid: DiagramSource(model).mermaid
    case .dot: DiagramSource(model).dot
    }
  }
}

/// A diagram as text that other programs draw: tables, columns and references.
package struct DiagramSource {
  private let model: DiagramModel

  init(_ model: DiagramModel) { self.model = model }

  /// - Parameter columns: The columns to show.
  package init(_ schema: Schema, columns: Diagram.Columns = .all) {
    self.init(DiagramModel(schema, columns: columns))
  }

  /// A Mermaid diagram, which a README can contain; see
  /// <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>.
  ///
  /// Mermaid restricts names: the name of a table is in quotes, and in names of columns and types
  /// each character other than a letter, a digit or a hyphen is replaced by an underscore.
  package var mermaid: String {
    var lines = ["erDiagram"]
    for (place, table) in model.tables.enumerated() {
      if table.rows.isEmpty {
        lines.append("  t\(place)[\(table.name.inMermaid)]")
        continue
      }
      lines.append("  t\(place)[\(table.name.inMermaid)] {")
      for row in table.rows {
        let keys = [(row.isKey, "PK"), (row.isReference, "FK"), (row.isUnique && !row.isKey, "UK")]
          .filter(\.0).map(\.1).joined(separator: ", ")
        let type = row.type.isEmpty ? "ANY" : row.type.asMermaidWord
        let words = [type, row.name.asMermaidWord, keys, row.isNullable ? "\"NULL\"" : ""]
        lines.append("    " + words.filter { !$0.isEmpty }.joined(separator: " "))
      }
      lines.append("  }")
    }
    for reference in model.references {
      let parent = reference.isOptional ? "|o" : "||"
      let child = reference.isToOne ? "o|" : "o{"
      let column = model.tables[reference.child].rows[reference.childRow].name
      lines.append(
        "  t\(reference.parent) \(parent)--\(child) t\(reference.child) : \(column.inMermaid)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A Graphviz graph, for `dot`; see <https://graphviz.org/doc/info/shapes.html#html>.
  package var dot: String {
    var lines = [
      "digraph schema {", "  rankdir=RL;",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];",
    ]
    for (place, table) in model.tables.enumerated() {
      var rows = "<tr><td colspan=\"2\"><b>\(table.name.inMarkup)</b></td></tr>"
      for (number, row) in table.rows.enumerated() {
        let name = row.isKey ? "<b>\(row.name.inMarkup)</b>" : row.name.inMarkup
        let type = row.type.inMarkup + (row.isNullable ? "?" : "")
        rows +=
          "<tr><td align=\"left\" port=\"c\(number)\">\(name)</td>"
          + "<td align=\"left\">\(type.isEmpty ? " " : type)</td></tr>"
      }
      lines.append(
        "  t\(place) [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\">\(rows)"
          + "</table>>];")
    }
    for reference in model.references {
      let tail = reference.isToOne ? "teeodot" : "crowodot"
      let head = reference.isOptional ? "teeodot" : "teetee"
      lines.append(
        "  t\(reference.child):c\(reference.childRow) -> "
          + "t\(reference.parent):c\(reference.parentRow)"
          + " [dir=both, arrowtail=\(tail), arrowhead=\(head)];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}

extension String {
  /// A name in quotes. Mermaid can't escape a quote inside of them.
  fileprivate var inMermaid: String {
    let scalars = SafeText.line(self).unicodeScalars.map { $0 == "\"" ? "'" : $0 }
    return "\"\(String(String.UnicodeScalarView(scalars)))\""
  }

  fileprivate var asMermaidWord: String {
    let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: scalar
      default: "_"
      }
    }
    let word = String(String.UnicodeScalarView(scalars))
    // It begins with a letter or an underscore.
    let begins = word.utf8.first.map { !$0.isDigit && $0 != UInt8(ascii: "-") } ?? false
    return begins ? word : "_" + word
  }

  fileprivate var inMarkup: String {
    var text = ""
    for scalar in SafeText.line(self).unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
