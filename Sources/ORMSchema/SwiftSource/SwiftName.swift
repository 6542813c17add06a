import ORMCore

/// A database name converted to a Swift name.
struct SwiftName {
  /// The words of the name, without the separators between them.
  private let words: [String]
  private let name: String

  init(_ name: String) {
    self.name = name
    var words: [String] = []
    var isInWord = false
    for scalar in name.unicodeScalars {
      guard scalar.isInSwiftName else {
        isInWord = false
        continue
      }
      if !isInWord { words.append("") }
      isInWord = true
      words[words.count - 1].unicodeScalars.append(scalar)
    }
    self.words = words.map { word in
      word.utf8.contains { (0x61...0x7A).contains($0) } ? word : word.loweredInASCII
    }
  }

  /// The name of a property: `objectID` for `object_id`, `OBJECT_ID` and `ObjectID`.
  var property: String {
    guard let first = words.first else { return "column" }
    let rest = words.dropFirst().map(\.capitalized)
    let name = first.withLowFirstLetters + rest.joined()
    return Self.begins(name) ? name : "n" + name
  }

  /// Returns the name of a property; with the naming `database` the database's name, if it is a
  /// Swift identifier.
  func property(_ naming: SwiftSourceOptions.Naming) -> String {
    let isName =
      Self.begins(name) && !name.hasSameBytes(as: "_")
      && name.unicodeScalars.allSatisfy { $0.isInSwiftName || $0 == "_" }
    return naming == .database && isName ? name : property
  }

  /// The name of a type: `TestTable` for `test_table`.
  var type: String {
    let name = words.map(\.capitalized).joined()
    guard let first = name.utf8.first else { return "Row" }
    // Only ASCII letters are capitalized, so a property may have this name.
    return first >= 0x80 ? name + "Row" : Self.begins(name) ? name : "T" + name
  }

  private static func begins(_ name: String) -> Bool {
    name.utf8.first.map { !$0.isDigit } ?? false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can be part of a word of an identifier: a subset of Swift's rules.
  fileprivate var isInSwiftName: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0xC0...0x2FF, 0x370...0x167F, 0x1E00...0x1FFF, 0x3040...0xD7FF:
      properties.isAlphabetic && !isInvisible
    default: false
    }
  }
}

extension String {
  /// The word capitalized, or in uppercase if it is an acronym.
  fileprivate var capitalized: String {
    if Self.acronyms.contains(name: self) { return raisedInASCII }
    var bytes = Array(utf8)
    if let first = bytes.first, (0x61...0x7A).contains(first) { bytes[0] = first & ~0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `title` for `Title`, `urlString` for `URLString`.
  fileprivate var withLowFirstLetters: String {
    var bytes = Array(utf8)
    func isCapital(_ place: Int) -> Bool {
      place < bytes.count && (0x41...0x5A).contains(bytes[place])
    }
    let end = bytes.indices.first { !isCapital($0) } ?? bytes.count
    // The last of several capitals begins the next word.
    for place in 0..<(end > 1 && end < bytes.count && !bytes[end].isDigit ? end - 1 : end) {
      bytes[place] |= 0x20
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let acronyms = [
    "id", "url", "uri", "uuid", "guid", "json", "xml", "html", "http", "https", "sql", "ip", "isbn",
  ]
}

/// Generates unique names.
struct SwiftNames {
  private var taken: Set<ExactText>
  /// The names that other generators have used.
  private var others: [Set<ExactText>] = []
  private let suffix: String

  /// - Parameter suffix: The suffix of a name that Swift or the library already uses.
  init(besides reserved: [String], suffix: String) {
    taken = Set(reserved.map { ExactText($0) })
    self.suffix = suffix
  }

  /// Creates a generator that avoids these names, and the names in a list.
  private init(besides taken: Set<ExactText>, and words: String, suffix: String = "Value") {
    self.taken = taken.union(words.swiftWords.map { ExactText($0) })
    self.suffix = suffix
  }

  /// Creates a generator that avoids the names that another has used, without copying them.
  init(besides others: SwiftNames) {
    taken = []
    suffix = others.suffix
    avoid(others)
  }

  /// Also avoids the names that another generator has used.
  mutating func avoid(_ others: SwiftNames) { self.others += [others.taken] + others.others }

  private mutating func take(_ name: String) -> Bool {
    let name = ExactText(name)
    return !others.contains { $0.contains(name) } && taken.insert(name).inserted
  }

  mutating func unused(_ name: String) -> String {
    if take(name) { return name }
    var other = name + suffix
    var number = 2
    while !take(other) {
      other = "\(name)\(number)"
      number += 1
    }
    return other
  }
}

extension SwiftNames {
  /// For types in the generated file: avoids the types that such files use.
  static let types = Self(
    besides: """
      Any AnyColumn Array Bool Character CheckConstraint Codable Collation Column ColumnConversion
      ColumnDefault ColumnRepresentation ColumnType ColumnTypes Columns Connection Data Database
      Date Decimal Delete Dictionary Double Draft Embeddable Equatable Error Float Hashable
      Identifiable Index InitialValues Insert Int Int64 JSON Key Lazy Never NumericColumn Optional
      ORM OrderingTerm ParameterWriter Protocol Result Row RowReader Schema Select Selection Self
      Sendable Set SQL SQLValue StorageClass String Table TableDraft TableSchema Task
      TimestampColumn Trigger Type UniqueIndex UnsafeRawBufferPointer UntypedColumn Update URL UUID
      View VirtualTable Void
      """.swiftWords, suffix: "Row")

  /// For types in a file with views and relations.
  static let allTypes = Self(
    besides: types.taken, and: "DatabaseView TableOrView SQLQuery ToMany ToOne ToOptional",
    suffix: types.suffix)

  /// For properties in a view's struct.
  static let selections = Self(
    besides: properties.taken,
    and: """
      columnCount createSQL definition isView isVirtual moduleSQL selectedColumns triggers
      """)

  /// For relations, in addition to a table's columns.
  static let relations = Self(
    besides: properties.taken,
    and: """
      average count exists isEmpty many max maybe min one source sum total
      """, suffix: "Row")

  /// For cases of an enum: avoids Swift's keywords, and the members of an enum with raw values.
  static let cases = Self(besides: properties.taken, and: "allCases hashValue rawValue none some")

  /// For constants that name the versions of a history.
  static let versions = Self(besides: properties.taken, and: "", suffix: "Version")

  /// For properties of a table: avoids Swift's keywords, and the members that the macro generates.
  static let properties = Self(
    besides: """
      Any as associatedtype async await borrowing break case catch class consuming continue default
      defer deinit do else enum extension fallthrough false fileprivate for func guard if import in
      init inout internal is let nil operator package precedencegroup private protocol public
      repeat rethrows return self static struct subscript super switch throw throws true try
      typealias var where while Self Type Protocol some any
      primaryKey roundTripsExactly omittedColumns unloaded columns tableName schema
      """.swiftWords, suffix: "Value")
}

extension String {
  fileprivate var swiftWords: [String] {
    utf8.split { $0 == 0x20 || $0 == 0x0A }.map { String(Substring($0)) }
  }

  /// The text as a single-line Swift literal.
  var swiftLiteral: String { "\"\(swiftEscaped { _ in false })\"" }

  /// Returns the text as it is written between the quotes of a literal.
  ///
  /// - Parameter isPlain: Whether a scalar is never escaped.
  func swiftEscaped(unless isPlain: (Unicode.Scalar) -> Bool) -> String {
    var literal = ""
    for scalar in unicodeScalars {
      switch scalar {
      case _ where isPlain(scalar): literal.unicodeScalars.append(scalar)
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.isInvisible || scalar.properties.isWhitespace && scalar != " ":
        literal += scalar.escaped
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }

  /// The text on one line of a comment, with invisible characters escaped.
  var inSwiftComment: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case " ", "\n", "\r", "\t": text += " "
      case _ where scalar.isInvisible || scalar.properties.isWhitespace: text += scalar.escaped
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
