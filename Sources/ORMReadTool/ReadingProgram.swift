#if Tool
  import Foundation
  import ORMReading
  import ORMSchema
  import ORMXML

  /// What `orm` asks, because it takes what `orm` does not have: the Swift parser of the toolchain,
  /// and Foundation's of XML. It answers by JSON or by XML, and has no help of its own.
  enum ReadingProgram {
    static func run(_ arguments: [String]) {
      do {
        FileHandle.standardOutput.write(Data(try answer(to: arguments).utf8))
      } catch let refusal as ReadingRefusal {
        refuse(refusal)
      } catch {
        refuse(ReadingRefusal("\(error)", isWrongUse: false))
      }
    }

    private static func refuse(_ refusal: ReadingRefusal) -> Never {
      let text = (try? JSONEncoder().encode(refusal)) ?? Data()
      FileHandle.standardOutput.write(text)
      exit(1)
    }

    private static func answer(to arguments: [String]) throws -> String {
      switch (arguments.first, arguments.count) {
      case ("package", 2): try json(of: package(arguments[1], target: nil))
      case ("package", 3): try json(of: package(arguments[1], target: arguments[2]))
      case ("xml", 2): try schema(ofXML: arguments[1]).json()
      case ("write-xml", 1): try xml(ofJSON: FileHandle.standardInput.readDataToEndOfFile())
      default:
        throw ReadingRefusal(
          "orm-read package FOLDER [TARGET], orm-read xml FILE, or orm-read write-xml",
          isWrongUse: true)
      }
    }

    private static func json(of value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static func schema(ofXML path: String) throws -> Schema {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw ReadingRefusal("\(path) can't be read", isWrongUse: true)
      }
      return try Schema(xml: data)
    }

    private static func xml(ofJSON data: Data) throws -> String {
      try Schema(json: String(decoding: data, as: UTF8.self)).xml()
    }

    // MARK: - Packages

    private static func package(_ path: String, target: String?) throws -> SchemaOfSources {
      do {
        let package = try SourcePackage(at: path)
        if let target { return SchemaOfSources(try package.schema(of: target)) }
        return try only(of: package)
      } catch let error as SourcePackageError {
        throw ReadingRefusal("\(error)", isWrongUse: true)
      }
    }

    /// The schema of the only target that declares anything; tests are none.
    private static func only(of package: SourcePackage) throws -> SchemaOfSources {
      let targets = package.targets.filter { $0.kind == .library || $0.kind == .executable }
      let read = try targets.map { try package.schema(of: $0.name) }
        .filter { !$0.declarations.isEmpty }
      switch read.count {
      case 1: return SchemaOfSources(read[0])
      case 0:
        throw ReadingRefusal(
          "no target of \(package.path) declares a table, apart from tests", isWrongUse: true)
      default:
        let names = read.map(\.target).joined(separator: ", ")
        throw ReadingRefusal(
          "\(package.path) has tables in several targets: --target names one of \(names)",
          isWrongUse: true)
      }
    }
  }

  extension SchemaOfSources {
    init(_ read: ReadSchema) {
      self.init(
        target: read.target, schema: read.schema,
        unknown: read.declarations.filter { $0.kind != .trigger && !read.knows($0) }
          .compactMap(\.name),
        hasTriggers: read.declarations.contains { $0.kind == .trigger },
        problems: read.problems.map(\.description))
    }
  }

  extension ReadSchema {
    /// Whether the schema has what is declared, and not another declaration of that name.
    fileprivate func knows(_ declaration: ReadDeclaration) -> Bool {
      guard declaration.isKnown, let name = declaration.name else { return false }
      return schema.table(name) != nil || schema.views.contains { $0.hasName(name) }
        || schema.virtualTables.contains { $0.hasName(name) }
    }
  }

  extension Schema.View {
    fileprivate func hasName(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
  }

  extension Schema.VirtualTable {
    fileprivate func hasName(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
  }
#endif
