/// Why a schema can't be written as XML.
///
/// It is thrown in place of a text from which something is missing.
public struct XMLWritingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What can't be written, and why.
  public var message: String

  init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }

  /// Whether both say the same, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.message.utf8.elementsEqual(right.message.utf8)
  }
}
