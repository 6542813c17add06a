/// A name that is compared as SQLite compares names. Two imported modules have types for this
/// purpose with the same name, which would be ambiguous here.
struct SQLKey: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
