import ORMCore

extension Connection {
  /// Adds a hint to the error of a missing table: how to create it.
  func namingCreate<Value>(
    of types: @autoclosure () -> [any TableOrView.Type], _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw error.namingCreate(of: types())
    }
  }
}

extension DatabaseError {
  /// Adds the hint, if the missing table belongs to one of these types.
  fileprivate func namingCreate(of types: [any TableOrView.Type]) -> DatabaseError {
    guard let name = nameOfMissingTable else { return self }
    let type = types.first { type in
      (type is any DatabaseTable.Type || type is any DatabaseView.Type)
        && type.tableName.utf8.elementsEqual(name.utf8)
    }
    guard let type else { return self }
    var error = self
    error.hint = "create(\(type).self) creates it"
    return error
  }
}
