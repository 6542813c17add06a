import ORM

/// Listens to the changes of the table: each commit that has changed rows has to be told of, in order,
/// with the keys of these.
final class ChangesFollower: Follower {
  private let heard: Heard<TableChanges<Int>>
  private let task: Task<Void, any Error>
  private var commits: [AccountCommit] = []

  init(of db: Database) async throws {
    let heard = Heard<TableChanges<Int>>()
    self.heard = heard
    let changes = try await db.changes(of: Account.self)
    task = Task { for try await batch in changes { heard.append(batch) } }
  }

  func note(_ commit: AccountCommit) { commits.append(commit) }

  func settle() async -> String? {
    let commits = commits
    guard await heard.wait(for: { Self.fit($0, commits) }) else {
      return "a stream of changes tells something else than what was committed"
    }
    _ = heard.takeAll()
    self.commits = []
    return nil
  }

  func end() async -> String? {
    // What was not told yet when it ended has not been asked for.
    let error = await task.endByCancellation()
    let batches = heard.takeAll()
    if let error { return error }
    let isPrefix = (0...commits.count).contains { Self.fit(batches, Array(commits.prefix($0))) }
    return isPrefix ? nil : "a stream of changes had told something else than what was committed"
  }

  /// Whether these can be the elements that tell of these commits.
  ///
  /// A commit that has left all rows as they were may have one: a value that is changed and changed back is
  /// told as an update. So it is followed how many of the elements can have been used up.
  private static func fit(_ batches: [TableChanges<Int>], _ commits: [AccountCommit]) -> Bool {
    var used: Set<Int> = [0]
    for commit in commits {
      var next = commit.before == commit.after ? used : []
      for count in used where count < batches.count && commit.fits(batches[count]) {
        next.insert(count + 1)
      }
      used = next
    }
    return used.contains(batches.count)
  }
}

extension AccountCommit {
  fileprivate func fits(_ batch: TableChanges<Int>) -> Bool {
    // Of a statement that has failed it is not known which rows it had changed by then.
    guard batch.isComplete else { return hasFailure }
    let (old, new) = (Set(before.keys), Set(after.keys))
    let kept = old.intersection(new)
    let changed = kept.filter { before[$0] != after[$0] }
    guard batch.inserted.sorted() == new.subtracting(old).sorted(),
      batch.deleted.sorted() == old.subtracting(new).sorted()
    else { return false }
    let updated = Set(batch.updated)
    guard updated.count == batch.updated.count else { return false }
    return updated.isSuperset(of: changed) && updated.isSubset(of: kept)
  }
}
