import GRDB

// The rows of Diesel's benchmarks as any `Codable`, with the associations of which GRDB makes joins and
// nests rows.

struct CodableUser: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "users"
  static let posts = hasMany(CodablePost.self, key: "posts", using: ForeignKey(["user_id"]))

  var id: Int?
  var name: String
  var hairColor: String?

  enum CodingKeys: String, CodingKey {
    case id, name
    case hairColor = "hair_color"
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = Int(inserted.rowID) }
}

struct CodablePost: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "posts"
  static let comments = hasMany(
    CodableComment.self, key: "comments", using: ForeignKey(["post_id"]))

  var id: Int?
  var userID: Int
  var title: String
  var body: String?

  enum CodingKeys: String, CodingKey {
    case id, title, body
    case userID = "user_id"
  }
}

struct CodableComment: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "comments"

  var id: Int?
  var postID: Int
  var text: String

  enum CodingKeys: String, CodingKey {
    case id, text
    case postID = "post_id"
  }
}

/// A user with a post or none.
struct CodableUserAndPost: Decodable, FetchableRecord {
  let user: CodableUser
  let post: CodablePost?

  static func request(hairColor: String) -> QueryInterfaceRequest<CodableUserAndPost> {
    CodableUser.including(optional: CodableUser.posts.forKey("post"))
      .filter(Column("hair_color") == hairColor)
      .asRequest(of: CodableUserAndPost.self)
  }
}

/// A user with posts with comments.
struct CodableUserWithPosts: Decodable, FetchableRecord {
  struct PostWithComments: Decodable {
    let post: CodablePost
    let comments: [CodableComment]
  }

  let user: CodableUser
  let posts: [PostWithComments]

  static var request: QueryInterfaceRequest<CodableUserWithPosts> {
    CodableUser.including(all: CodableUser.posts.including(all: CodablePost.comments))
      .asRequest(of: CodableUserWithPosts.self)
  }
}

// MARK: - Checksums

extension CodableUser {
  init(_ user: User) { self.init(id: user.id, name: user.name, hairColor: user.hairColor) }
}

extension CodableUser: Checksummed {
  var checksum: Int64 { User(id: id, name: name, hairColor: hairColor).checksum }
}

extension CodablePost: Checksummed {
  var checksum: Int64 { Post(id: id, userID: userID, title: title, body: body).checksum }
}

extension CodableComment: Checksummed {
  var checksum: Int64 { Comment(id: id, postID: postID, text: text).checksum }
}

extension CodableUserAndPost: Checksummed {
  var checksum: Int64 { user.checksum + (post?.checksum ?? 0) }
}

extension CodableUserWithPosts: Checksummed {
  var checksum: Int64 {
    posts.reduce(user.checksum) { sum, post in
      post.comments.reduce(sum + post.post.checksum) { $0 + $1.checksum }
    }
  }
}
