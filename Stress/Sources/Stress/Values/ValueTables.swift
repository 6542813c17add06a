import ORM

/// A row with a value of the representation.
@Table("stored")
struct StoredValueRow<R: ColumnRepresentation>: Equatable where R.Value: Equatable {
  let id: Int
  @Column(as: R.self) var value: R.Value
}

/// A row whose key is a value of the representation.
@Table("keyed")
struct KeyedValueRow<R: ColumnRepresentation>: Equatable where R.Value: Equatable {
  @Column(primaryKey: true, as: R.self) var key: R.Value
  var n: Int
}
