import Synchronization

/// The representations by which statements decode the values that they compute, to check them. The
/// SQL of a statement contains the name of a representation.
@usableFromInline
package enum CheckedTypes {
  private static let types = Mutex<[ExactText: any ColumnRepresentation.Type]>([:])

  /// Returns the name of a representation in statements: the name of its Swift type, without its
  /// module, and with a number if other types have the same name.
  @usableFromInline
  static func name<Representation: ColumnRepresentation>(of type: Representation.Type) -> String {
    types.withLock { types in
      let plain = TypeName.qualified(Representation.Value.self)
      var (name, number) = (plain, 1)
      while let known = types[ExactText(name)], known != type {
        number += 1
        name = "\(plain) \(number)"
      }
      types[ExactText(name)] = type
      return name
    }
  }

  /// Returns the representation with this name.
  package static func type(named name: String) -> (any ColumnRepresentation.Type)? {
    types.withLock { $0[ExactText(name)] }
  }
}
