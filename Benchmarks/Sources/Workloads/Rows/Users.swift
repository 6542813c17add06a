import ORM

// The tables of Diesel's published benchmarks.

@Table("users", strict: false)
struct User {
  @Column(autoincrement: true) var id: Int?
  var name: String
  @Column("hair_color") var hairColor: String?
}

@Table("posts", strict: false)
struct Post {
  @Column(autoincrement: true) var id: Int?
  @Column("user_id") var userID: Int
  var title: String
  var body: String?
}

@Table("comments", strict: false)
struct Comment {
  @Column(autoincrement: true) var id: Int?
  @Column("post_id") var postID: Int
  var text: String
}

// MARK: - Checksums

extension User: Checksummed {
  var checksum: Int64 { Int64((id ?? 0) + name.utf8.count + (hairColor?.utf8.count ?? 0)) }
}

extension Post: Checksummed {
  var checksum: Int64 {
    Int64((id ?? 0) + userID + title.utf8.count + (body?.utf8.count ?? 0))
  }
}

extension Comment: Checksummed {
  var checksum: Int64 { Int64((id ?? 0) + postID + text.utf8.count) }
}

/// A user with a post or none.
struct UserAndPost: Checksummed {
  let user: User
  let post: Post?

  var checksum: Int64 { user.checksum + (post?.checksum ?? 0) }
}

extension UserAndPost {
  /// The users with hair of this colour, each with a post or none.
  static func query(hairColor: String) -> some ComposableSelect<(User, Post?)> {
    User.leftJoin(Post.self) { $0.id == $1.userID }
      .where { user, _ in user.hairColor == hairColor }
  }

  /// The same, of which nothing but the colour changes.
  static let prepared = PreparedQuery { (hairColor: Placeholder<String>) in
    User.leftJoin(Post.self) { $0.id == $1.userID }
      .where { user, _ in user.hairColor == hairColor }
  }
}

/// A user with posts with comments.
struct UserWithPosts: Checksummed {
  struct PostWithComments {
    let post: Post
    let comments: [Comment]
  }

  let user: User
  let posts: [PostWithComments]

  var checksum: Int64 {
    posts.reduce(user.checksum) { sum, post in
      post.comments.reduce(sum + post.post.checksum) { $0 + $1.checksum }
    }
  }

  /// Nests rows that were fetched by a statement each.
  static func nest(_ users: [User], _ posts: [Post], _ comments: [Comment]) -> [UserWithPosts] {
    let comments = Dictionary(grouping: comments, by: \.postID)
    let posts = Dictionary(grouping: posts, by: \.userID)
    return users.map { user in
      let ofUser = user.id.flatMap { posts[$0] } ?? []
      return UserWithPosts(
        user: user,
        posts: ofUser.map { post in
          PostWithComments(post: post, comments: post.id.flatMap { comments[$0] } ?? [])
        })
    }
  }
}
