/// What is read from columns that are found by name.
///
/// Every ``Selection`` is; nothing here is meant to be written by hand.
@_documentation(visibility: internal)
public protocol NamedColumns: SendableMetatype {
  /// The names of the columns that are read, in the order in which they are.
  static var selectedColumns: [String] { get }
}
