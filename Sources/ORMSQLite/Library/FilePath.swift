import ORMCore

extension String {
  /// The path in a form that SQLite reads as a path.
  ///
  /// Some builds of SQLite, including Debian's, read every name that begins with `file:` as a URI.
  var asPath: String { utf8.starts(with: "file:".utf8) ? "./" + self : self }

  /// The path as a URI for SQLite; see <https://www.sqlite.org/uri.html>.
  ///
  /// An absolute path gets an empty authority, because it may begin with two slashes.
  var fileURI: String { (utf8.first == UInt8(ascii: "/") ? "file://" : "file:") + percentEncoded }

  /// The text with each byte that is not allowed everywhere in a URI encoded as `%` and two digits.
  var percentEncoded: String {
    utf8.reduce(into: "") { uri, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += byte < 16 ? "%0" : "%"
        uri += String(byte, radix: 16)
      }
    }
  }
}
