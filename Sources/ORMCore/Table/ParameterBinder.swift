/// How a value becomes the parameters of a statement.
///
/// It is a type and not a value, so that what is bound is borrowed on its way and never copied.
/// Nothing here is meant to be written by hand.
@_documentation(visibility: internal)
public protocol ParameterBinder {
  /// What is bound.
  associatedtype Value

  /// Writes the parameters.
  ///
  /// - Throws: ``ValueEncodingError``
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ value: Value, to parameters: inout Parameters
  ) throws
}

/// A row's columns, as ``DatabaseTable/insertSQL`` has them.
@usableFromInline
package enum RowParameters<T: DatabaseTable>: ParameterBinder {
  @inlinable
  package static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ value: T, to parameters: inout Parameters
  ) throws {
    try value.bind(to: &parameters)
  }
}

/// A row's key.
@usableFromInline
enum KeyParameters<T: KeyedTable>: ParameterBinder {
  @inlinable
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ key: T.Key, to parameters: inout Parameters
  ) throws {
    try T.bind(key: key, to: &parameters, at: 1)
  }
}

/// Values whose types are known at run time only.
enum ArgumentParameters: ParameterBinder {
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    _ arguments: [SQLValue], to parameters: inout Parameters
  ) throws {
    for (index, argument) in arguments.enumerated() { parameters.bind(argument, at: index + 1) }
  }
}
