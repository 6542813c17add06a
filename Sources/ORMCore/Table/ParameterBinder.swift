/// A type that binds a value to the parameters of a statement.
///
/// Conforming types are used as metatypes, so that the bound value is borrowed and never copied. Do
/// not implement it by hand.
@_documentation(visibility: internal)
public protocol ParameterBinder {
  /// The type of the bound value.
  associatedtype Value

  /// Writes the parameters.
  ///
  /// - Throws: ``ValueEncodingError``
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ value: Value, to parameters: inout Parameters
  ) throws
}

/// Binds a row's columns, in the order of ``DatabaseTable/insertSQL``.
@usableFromInline
package enum RowParameters<T: DatabaseTable>: ParameterBinder {
  @inlinable
  package static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ value: T, to parameters: inout Parameters
  ) throws {
    try value.bind(to: &parameters)
  }
}

/// Binds a row's key.
@usableFromInline
enum KeyParameters<T: KeyedTable>: ParameterBinder {
  @inlinable
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ key: T.Key, to parameters: inout Parameters
  ) throws {
    try T.bind(key: key, to: &parameters, at: 1)
  }
}

/// Binds values whose types are known only at run time.
enum ArgumentParameters: ParameterBinder {
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ arguments: [SQLValue], to parameters: inout Parameters
  ) throws {
    for (index, argument) in arguments.enumerated() { parameters.bind(argument, at: index + 1) }
  }
}
