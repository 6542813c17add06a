/// Mistakes in the type of a property.
extension Problem {
  package static func unsupportedType(_ property: String, _ kind: String) -> Problem {
    Problem(
      "type.unsupported", .table,
      "'\(property)' can't be a column, because its type is \(kind); use a type that can be "
        + "stored, choose a representation with '@Column(as:)' for a named type, or mark it "
        + "'@Ignored'")
  }

  package static func unstoredType(
    _ property: String, _ type: String, replacement: String
  ) -> Problem {
    Problem(
      "type.unstored", .table,
      "'\(property)' can't be a column: no column stores '\(type)'; write "
        + "'\(replacement)'")
  }

  package static func untypedCollection(_ property: String, _ type: String) -> Problem {
    Problem(
      "type.untyped", .table,
      "'\(property)' can't be a column, because a value of type '\(type)' can't be read back; use "
        + "a 'Codable' type and '@Column(as: JSON.self)'")
  }

  package static func doubleOptional(_ property: String) -> Problem {
    Problem(
      "type.doubleOptional", .table,
      "'\(property)' is optional twice, and a column has only one NULL; write one '?'")
  }

  package static func optionalLazy(_ property: String) -> Problem {
    Problem(
      "type.optionalLazy", .table,
      "'\(property)' can't be an optional 'Lazy': 'Lazy' has a case for a value that is not "
        + "fetched; write 'Lazy<T?>' for a column that may be NULL")
  }

  package static func hiddenType(_ property: String, _ name: String) -> Problem {
    Problem(
      "type.hidden", .table,
      "the type of '\(property)' is hidden by the generated type '\(name)'; write it with its "
        + "module, or give it another name")
  }

  package static func hiddenParent(_ name: String) -> Problem {
    Problem(
      "references.hidden", .column,
      "'\(name)' refers to the type that the macro generates here; qualify the table with its "
        + "module: 'references: Module.\(name).self'")
  }

  /// - Parameter declaration: The declaration with its type written out.
  package static func noType(_ property: String, _ declaration: String) -> Problem {
    Problem(
      "type.unknown", .table,
      "the type of '\(property)' can't be seen by the macro; write it out: '\(declaration)'")
  }

  /// - Parameter relation: The relation to declare if the elements are rows of a table.
  package static func collection(_ property: String, relation: String?) -> Problem {
    Problem(
      "type.collection", .table,
      "'\(property)' is a collection, which SQLite has no type for; choose a representation: "
        + "'@Column(as: JSON.self)'"
        + (relation.map {
          "; if the elements are rows of a table, remove the property and write '\($0)'"
        } ?? ""))
  }

  /// - Parameter relation: The declaration of the relation on the columns.
  package static func relation(_ property: String, _ relation: String) -> Problem {
    Problem(
      "type.relation", .table,
      "'\(property)' is a relation, which is not stored in the table; remove it, and write "
        + "'\(relation)' outside of the struct")
  }

  package static func notEmbeddable(_ property: String, _ type: String) -> Problem {
    Problem(
      "type.notEmbeddable", .embedded,
      "'\(property)' is of type '\(type)', which is not '@Embeddable'; write '@Column', or use a "
        + "struct with '@Embeddable'")
  }
}
