import ORM

@Selection private struct Title { let title: String }

// error: does not conform to protocol 'DatabaseView'
extension Title: DatabaseView {
  static var definition: some SelectStatement<String> { Album.select { $0.title } }
}
