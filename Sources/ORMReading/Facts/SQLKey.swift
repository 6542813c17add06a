/// A name that compares as in SQLite. It avoids the types of the same name and purpose in two
/// imported modules.
struct SQLKey: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
