import CBaseline
import GRDB
import ORM

extension Workload {
  /// Fetching users, their posts and their comments by three statements, and nesting them.
  static func nestUsers(repetitions: Int) -> Workload {
    diesel(
      "W8 associations", "fetch and nest 9 users, 90 posts and 900 comments",
      operations: 999 * repetitions, fill: { baseline_users_fill_tree($0) },
      c: { baseline_users_nest($0, Int32(repetitions), $1) },
      [
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let allUsers = try HandStatement(db, User.selectByHand)
            let postsOf = try HandStatement(db, Post.selectByHand(users: 9))
            let commentsOf = try HandStatement(db, Comment.selectByHand(posts: 90))
            return try repeating(repetitions) {
              let users = try allUsers.fetch(User.self)
              let posts = try postsOf.fetch(Post.self, users.compactMap(\.id))
              let comments = try commentsOf.fetch(Comment.self, posts.compactMap(\.id))
              return UserWithPosts.nest(users, posts, comments).checksum(pass)
            }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) {
                let users = try db.fetch(User.self)
                let userIDs = users.compactMap(\.id)
                let posts = try db.fetch(Post.self, where: { $0.userID.in(userIDs) })
                let postIDs = posts.compactMap(\.id)
                let comments = try db.fetch(Comment.self, where: { $0.postID.in(postIDs) })
                return UserWithPosts.nest(users, posts, comments).checksum(pass)
              }
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) {
                let users = try User.fetchAll(db)
                let posts = try Post.filter(users.compactMap(\.id).contains(GRDB.Column("user_id")))
                  .fetchAll(db)
                let comments = try Comment.filter(
                  posts.compactMap(\.id).contains(GRDB.Column("post_id"))
                )
                .fetchAll(db)
                return UserWithPosts.nest(users, posts, comments).checksum(pass)
              }
            }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) {
                try CodableUserWithPosts.request.fetchAll(db).checksum(pass)
              }
            }
          }
        },
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              let allUsers = try db.makeStatement(sql: User.selectByHand)
              let postsOf = try db.makeStatement(sql: Post.selectByHand(users: 9))
              let commentsOf = try db.makeStatement(sql: Comment.selectByHand(posts: 90))
              return try repeating(repetitions) {
                let users = try User.fetchAll(allUsers)
                let posts = try Post.fetchAll(
                  postsOf, arguments: StatementArguments(users.compactMap(\.id)))
                let comments = try Comment.fetchAll(
                  commentsOf, arguments: StatementArguments(posts.compactMap(\.id)))
                return UserWithPosts.nest(users, posts, comments).checksum(pass)
              }
            }
          }
        },
      ])
  }
}
