import ORMDeclarations
import SwiftSyntax

/// Converts the models that `ORMDeclarations` reads to facts, and reads the values that the models
/// keep as source.
struct FactMaker {
  let spots: SpotFinder
  /// The stored properties by name.
  private let properties: [[UInt8]: StoredProperty]

  init(of declaration: StructDeclSyntax, free: Set<String> = [], _ spots: SpotFinder) {
    self.spots = spots
    // The reader of the struct has already reported the problems of its body.
    var problems = Problems()
    let body = Body(of: declaration, free: free, &problems)
    properties = Dictionary(
      body.properties.map { ($0.name.text.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func table(_ model: TableModel) -> TableFacts {
    var table = TableFacts(name: model.name, typeName: model.typeName)
    table.formerNames = model.formerNames
    table.isStrict = model.isStrict
    table.isWithoutRowID = model.isWithoutRowID
    table.constraints = model.constraints
    let given = model.generatedKey?.property.identity
    table.members = model.members.map { member($0, generatedKey: given) }
    table.key = model.keyColumns.map(\.name)
    table.isAutoincrement = model.keyColumns.contains(where: \.isAutoincrement)
    table.indexes = model.indexes.map { index in
      IndexFacts(
        columns: index.columns.map { column in
          switch column {
          case .name(let name): .name(name)
          case .path(let path): .path(path.split(separator: ".").map(String.init))
          }
        }, terms: index.terms, isUnique: index.isUnique, condition: index.condition,
        name: index.name)
    }
    return table
  }

  func group(_ model: StructModel, isEmbeddable: Bool) -> GroupFacts {
    GroupFacts(
      isEmbeddable: isEmbeddable, members: model.members.map { member($0, generatedKey: nil) },
      isOfRows: model.isOfRows)
  }

  private func member(_ member: TableModel.Member, generatedKey: [UInt8]?) -> MemberFacts {
    let property = properties[member.property.identity]
    let spot = property.map { spots.spot(of: $0.name) } ?? Spot(line: 1, column: 1)
    switch member {
    case .column(let column):
      let isGiven = column.property.identity == generatedKey
      return .column(self.column(column, property, isGeneratedKey: isGiven, spot))
    case .embedded(let group):
      return .group(
        EmbeddedFacts(
          property: group.property.withoutBackticks, type: group.type.base, prefix: group.prefix,
          isOptional: group.type.isOptional, spot: spot))
    }
  }

  private func column(
    _ model: ColumnModel, _ property: StoredProperty?, isGeneratedKey: Bool, _ spot: Spot
  ) -> ColumnFacts {
    var column = ColumnFacts(
      property: model.property.withoutBackticks, name: model.name,
      representation: model.baseRepresentation,
      isOptional: model.type.isOptional || model.readsNullAsDefault, spot: spot)
    let attribute = property?.attributes[.column]
    let arguments = Arguments(of: attribute, .column)
    column.formerNames = model.formerNames
    column.isUnique = model.isUnique
    column.check = model.check
    column.meaning = model.meaning
    column.isReadOnly = model.isReadOnly
    column.isLazy = model.type.isLazy
    column.hasIndex = model.hasIndex
    if model.collation != nil { column.collation = arguments["collate"].map(SourceValue.init) }
    if model.generated != nil { column.generated = arguments["generated"].map(SourceValue.init) }
    switch model.columnDefault {
    case .literal where !isGeneratedKey && model.generated == nil:
      column.columnDefault = property?.initialValue.map { .value(SourceValue($0)) }
    case .expression:
      column.columnDefault = arguments["default"].map { .argument(SourceValue($0)) }
    default: break
    }
    if let reference = model.reference {
      let path = reference.isOfKey ? [] : reference.member.split(separator: ".").dropFirst()
      column.reference = ReferenceFacts(
        parent: reference.parent, path: path.map { String($0).withoutBackticks },
        onDelete: reference.onDelete == nil ? nil : arguments["onDelete"].map(SourceValue.init),
        onUpdate: reference.onUpdate == nil ? nil : arguments["onUpdate"].map(SourceValue.init))
    }
    return column
  }
}
