import ORM

/// What the tests of transactions and of many tasks write to.
@Table
struct Account: Equatable {
  let id: Int
  var balance: Int
}
