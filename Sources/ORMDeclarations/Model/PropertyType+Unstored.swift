extension PropertyType {
  /// The replacement for a known type that no column can have.
  package var replacement: String? {
    Self.replacements[name]
  }

  /// A type in this one that can't be read back in any representation: `Any` in `[String: Any]`.
  package var untyped: String? {
    let names = base.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return names.first { ["Any", "AnyObject", "AnyHashable", "NSObject"].contains($0) }
      .map(String.init)
  }

  private static let replacements = [
    "Character": "String", "Substring": "String", "StaticString": "String", "NSString": "String",
    "Unicode.Scalar": "String", "NSMutableString": "String",
    "CGFloat": "Double", "Float16": "Double", "Float80": "Double", "CLongDouble": "Double",
    "NSNumber": "Int' or 'Double", "NSDecimalNumber": "Decimal",
    "Int128": "Int64' or 'Decimal", "UInt128": "Int64' or 'Decimal",
    "NSDate": "Date", "NSData": "Data", "NSMutableData": "Data", "NSURL": "URL", "NSUUID": "UUID",
    "ArraySlice<UInt8>": "Data", "ContiguousArray<UInt8>": "Data",
  ]
}
