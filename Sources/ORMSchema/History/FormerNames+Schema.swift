// Former names, which version 0.3.0 removes.

@available(*, deprecated, renamed: "DataLossError")
public typealias DataLossRefused = DataLossError

@available(*, deprecated, renamed: "NewerSchemaError")
public typealias SchemaIsNewer = NewerSchemaError

@available(*, deprecated, renamed: "SchemaMismatchError")
public typealias SchemaMismatch = SchemaMismatchError

@available(*, deprecated, renamed: "PermittedLoss")
public typealias AllowedLoss = PermittedLoss

// Former names, which version 0.4.0 removes.

@available(*, deprecated, renamed: "LossPolicy")
public typealias PlanPermission = LossPolicy
