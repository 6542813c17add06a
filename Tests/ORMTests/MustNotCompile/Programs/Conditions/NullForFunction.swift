import Foundation
import ORM

private let year = DatabaseFunction("year") { (date: Date) in 1985 }

private func query() -> Select<Album> {
  // error: requires the types 'Date' and
  Album.where { year($0.released) == 1985 }
}
