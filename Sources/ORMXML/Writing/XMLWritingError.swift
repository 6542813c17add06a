/// An error that prevents writing a schema as XML.
///
/// It is thrown instead of writing an incomplete text.
public struct XMLWritingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The object that can't be written, and the reason.
  public var message: String

  init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }

  /// Whether both are equal, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.message.utf8.elementsEqual(right.message.utf8)
  }
}
