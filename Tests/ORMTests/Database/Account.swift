import ORM

/// The rows that the tests of transactions and of concurrent tasks write.
@Table
struct Account: Equatable {
  let id: Int
  var balance: Int
}

extension TwoDatabases {
  /// Two databases on one file, in which there is one account.
  static func withAccount(
    busyTimeout: Duration = .seconds(600), readerCount: Int = 2
  ) async throws -> TwoDatabases {
    let two = try TwoDatabases(busyTimeout: busyTimeout, readerCount: readerCount)
    try await two.db.create(Account.self)
    try await two.db.insert(Account(id: 1, balance: 1))
    return two
  }
}
