// The names of version 0.1, which the next version removes.

@available(*, deprecated, renamed: "DataLossError")
public typealias DataLossRefused = DataLossError

@available(*, deprecated, renamed: "NewerSchemaError")
public typealias SchemaIsNewer = NewerSchemaError

@available(*, deprecated, renamed: "SchemaMismatchError")
public typealias SchemaMismatch = SchemaMismatchError

@available(*, deprecated, renamed: "PermittedLoss")
public typealias AllowedLoss = PermittedLoss
