import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a package whose declarations to read.
package struct SourcePart: Sendable {
  /// The target; nil for the only target with tables.
  package var target: String?
  /// The type that contains the declarations to use, or the constant that lists them; nil for all
  /// declarations.
  package var schema: String?

  package init(target: String? = nil, schema: String? = nil) {
    self.target = target
    self.schema = schema
  }

  var arguments: [String] {
    (target.map { ["--target", $0] } ?? []) + (schema.map { ["--schema", $0] } ?? [])
  }
}

/// Reads packages and XML with another program, `orm-read`, which has the parsers.
package struct SourceReader: Sendable {
  private let program: ChildProgram?

  /// - Parameter program: The program; nil for the one that `ORM_READ` names, or that is installed
  ///   next to this program.
  package init(_ program: ChildProgram? = nil) {
    self.program = program ?? ChildProgram.named("ORM_READ", orBeside: "orm-read")
  }

  /// Reads the declarations of a package's sources.
  ///
  /// - Parameters:
  ///   - path: The package's folder.
  ///   - part: The target and the declarations to read.
  /// - Throws: ``ToolError``
  package func package(_ path: String, _ part: SourcePart) throws -> SchemaOfSources {
    try decode(answer(to: ["package", path] + part.arguments))
  }

  /// Reads the schema of an XML file.
  package func schema(ofXML path: String) throws -> Schema {
    try decode(answer(to: ["xml", path]))
  }

  /// Returns a schema as XML.
  package func xml(of schema: Schema) throws -> String {
    let answer = try answer(to: ["write-xml"], input: Array(try schema.json().utf8))
    return String(decoding: answer, as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw ToolError.data(
        "orm-read has a different version: install it again with Tools/install.sh")
    }
  }

  private func answer(to arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    guard let program else {
      throw ToolError.use(
        "packages and XML are read by orm-read, which is not next to this program: "
          + "Tools/install.sh installs it")
    }
    let (output, code) = try program.run(arguments, input: input)
    if code == 0 { return output }
    guard let refusal = try? JSONDecoder().decode(ReadingRefusal.self, from: Data(output)) else {
      // The loader has reported the reason.
      throw ToolError.data(
        "\(program.path) exited with \(code); after an update of Swift, it must be installed again")
    }
    throw refusal.isWrongUse ? ToolError.use(refusal.error) : ToolError.data(refusal.error)
  }
}
