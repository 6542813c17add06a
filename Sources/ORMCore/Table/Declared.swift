/// The Swift declaration of a ``ColumnSchema``, which is neither compared nor encoded.
package struct DeclaredColumn: Sendable, Hashable {
  /// The representation of the values; nil if the schema was not made from a struct.
  package var representation: (any ColumnRepresentation.Type)?
  /// Whether the declaration has the `DEFAULT` as SQL, not as a Swift value.
  package var hasWrittenDefault = false

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// The Swift declaration of a ``ForeignKey``, which is neither compared nor encoded.
package struct DeclaredParent: Sendable, Hashable {
  /// The referenced table.
  package var table: (any DatabaseTable.Type)?

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension TableSchema {
  /// Checks that each foreign key has the same representation as the column that it refers to.
  ///
  /// The compiler refuses most of these mistakes, but it can't see the representation of a key.
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
