#if Tool
  import Foundation
  import ORMReading
  import ORMSchema
  import ORMXML

  /// The program that reads packages and XML for `orm`, because it needs the toolchain's Swift
  /// parser and Foundation's XML parser. It writes JSON or XML, and has no help.
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
      case ("package", 2...): try json(of: package(arguments[1], Array(arguments[2...])))
      case ("xml", 2): try schema(ofXML: arguments[1]).json()
      case ("write-xml", 1): try xml(ofJSON: FileHandle.standardInput.readDataToEndOfFile())
      default:
        throw ReadingRefusal(
          "orm-read package FOLDER [--target TARGET] [--schema NAME], orm-read xml FILE, or "
            + "orm-read write-xml",
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

    private static func package(_ path: String, _ arguments: [String]) throws -> SchemaOfSources {
      var target: String?
      var options = ReadingOptions()
      var rest = arguments[...]
      while let option = rest.popFirst() {
        guard let value = rest.popFirst() else { break }
        // Characters: the words of this program and its caller
        if option == "--target" { target = value }
        if option == "--schema" { options.schema = value }
      }
      do {
        let package = try SourcePackage(at: path)
        if let target { return SchemaOfSources(try package.schema(of: target, options: options)) }
        return try only(of: package, options)
      } catch let error as SourcePackageError {
        throw ReadingRefusal("\(error)", isWrongUse: true)
      }
    }

    /// Reads the only target that declares anything, apart from tests.
    private static func only(
      of package: SourcePackage, _ options: ReadingOptions
    ) throws -> SchemaOfSources {
      let targets = package.targets.filter { $0.kind == .library || $0.kind == .executable }
      var read: [ReadSchema] = []
      // If no target declares a table, the one that imports ORM describes an empty database.
      var empty: [ReadSchema] = []
      var problems: [ReadingProblem] = []
      var absent: SourcePackageError?
      for target in targets {
        switch Result(catching: { try package.schema(of: target.name, options: options) }) {
        case .success(let schema) where schema.declarations.isEmpty:
          problems += schema.problems
          if schema.importsORM { empty.append(schema) }
        case .success(let schema): read.append(schema)
        case .failure(let error as SourcePackageError): absent = try error.ifNoSchema()
        case .failure(let error): throw error
        }
      }
      if read.isEmpty, let absent { throw absent }
      switch read.count {
      case 1: return SchemaOfSources(read[0])
      case 0 where empty.count == 1 && problems.isEmpty: return SchemaOfSources(empty[0])
      case 0:
        throw ReadingRefusal(
          "no target of \(package.path) declares a table (tests are not read)"
            + (problems.first.map { "; a part could not be read: \($0)" } ?? ""),
          isWrongUse: true)
      default:
        let names = read.map(\.target).joined(separator: ", ")
        throw ReadingRefusal(
          "\(package.path) has tables in several targets: pass --target with one of \(names)",
          isWrongUse: true)
      }
    }
  }

  extension SourcePackageError {
    /// Returns the error if another target may have the schema, and throws it otherwise.
    fileprivate func ifNoSchema() throws -> Self {
      guard case .noSchema = self else { throw self }
      return self
    }
  }

  extension SchemaOfSources {
    init(_ read: ReadSchema) {
      self.init(
        target: read.target, schema: read.schema,
        unknown: read.declarations.filter {
          $0.kind != .trigger && !$0.isFormer && !read.knows($0)
        }
        .compactMap(\.name),
        unknownTriggers: read.declarations.filter { $0.kind == .trigger && !$0.isKnown }
          .compactMap(\.name),
        hasUnnamedTriggers: read.declarations.contains { $0.kind == .trigger && $0.name == nil },
        problems: read.problems.map(\.description),
        obstacles: read.obstacles.map(\.description))
    }
  }

  extension ReadSchema {
    /// Whether the schema contains this declaration rather than another one of the same name.
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
