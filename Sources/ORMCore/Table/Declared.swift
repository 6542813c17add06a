/// The Swift side of a ``ColumnSchema``: no part of what is compared or encoded.
package struct DeclaredColumn: Sendable, Hashable {
  /// How values are represented; nil of a schema that was not made from a struct.
  package var representation: (any ColumnRepresentation.Type)?
  /// Whether the `DEFAULT` is SQL that the declaration has, and not a value of Swift.
  package var hasWrittenDefault = false

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// The Swift side of a ``ForeignKey``: no part of what is compared or encoded.
package struct DeclaredParent: Sendable, Hashable {
  /// The table that is referred to.
  package var table: (any DatabaseTable.Type)?

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension TableSchema {
  /// Checks that each reference is represented as the column that it refers to.
  ///
  /// The compiler refuses most of what this finds, but it does not know how a key is represented.
  ///
  /// - Throws: ``ColumnDeclarationError``
  package func checkReferences() throws {
    for key in foreignKeys {
      guard let parent = key.parent.table?.schema else { continue }
      for (name, parentName) in zip(key.columns, key.parentColumns) {
        guard let own = declaration(of: name), let other = parent.declaration(of: parentName),
          own.storedType != other.storedType
        else { continue }
        throw ColumnDeclarationError(
          table: self.name, column: name,
          reason: .otherRepresentation(
            representation: "\(own)", parentTable: parent.name, parentColumn: parentName,
            parentRepresentation: "\(other)"))
      }
    }
  }

  private func declaration(of column: String) -> (any ColumnRepresentation.Type)? {
    columns.first { $0.name.isSameName(as: column) }?.declared.representation
  }
}
