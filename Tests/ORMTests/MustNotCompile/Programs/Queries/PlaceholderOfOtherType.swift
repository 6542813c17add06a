import ORM

private func places() -> some Sendable {
  PreparedQuery { (name: Placeholder<String>) in
    // error: binary operator '==' cannot be applied to operands of type
    Place.where { $0.id == name }
  }
}
