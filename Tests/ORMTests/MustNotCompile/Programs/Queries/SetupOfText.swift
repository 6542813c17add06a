import ORM

private func configuration(_ encoding: String) -> Configuration {
  var configuration = Configuration()
  configuration.prepareConnection = { connection in
    let pragma = "PRAGMA encoding = '\(encoding)'"
    // error: cannot convert value of type 'String' to expected argument type 'SQL'
    try connection.execute(pragma)
  }
  return configuration
}
