import ORM

@Selection private struct Title { let title: String }

// error: does not conform to protocol 'View'
extension Title: View {
  static var definition: some SelectStatement<String> { Album.select { $0.title } }
}
