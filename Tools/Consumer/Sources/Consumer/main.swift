// What a user of the package does first, in one program: it says what it did, and stops with an
// error where a result is not what it has to be.

import Foundation
import Notebook
import ORM

struct WrongResult: Error { let step: String }

func check(_ step: String, _ isRight: Bool) throws {
  print(isRight ? "ok:" : "WRONG:", step)
  if !isRight { throw WrongResult(step: step) }
}

@Table
struct Reader {
  @Column(primaryKey: true) var name: String
  var notes: Int
}

let db = try Database.inMemory()
try await db.create(Note.self, NoteLink.self, Reader.self)

let due = Date(timeIntervalSince1970: 86_400)
let first = try await db.insert(Note.Draft(title: "call", dueDate: due, labels: ["home", "phone"]))
try check("the database gives a draft its key", first.id == 1 && first.color == .yellow)
let found = try await db.find(Note.self, first.id)
try check("what insert returns is what a fetch gives", found == first)

let second = try await db.insert(Note.self) { $0.title = "write" }
try check("a column that is left out has its default", second.color == .yellow && second.id == 2)

let open = try await db.fetch(Note.self, where: { $0.dueDate != nil && $0.title.like("c%") })
try check("a condition finds its row", open == [first])

try await db.transaction { tx in
  for var note in try tx.fetch(Note.order { $0.title.desc() }) {
    note.color = .blue
    try tx.update(note)
  }
  try tx.insert(NoteLink(from: first.id, to: second.id))
}
let blue = try await db.count(Note.self, where: { $0.color == .blue })
try check("a transaction is kept when it returns", blue == 2)

do {
  try await db.transaction { tx in
    try tx.delete(Note.self, key: first.id)
    throw CancellationError()
  }
} catch is CancellationError {}
let notes = try await db.count(Note.self)
try check("a transaction is undone when it throws", notes == 2)

let link = try await db.find(NoteLink.self, (first.id, second.id))
try check("a key of two columns finds its row", link == NoteLink(from: 1, to: 2))

do {
  try await db.insert(NoteLink(from: 1, to: 99))
  try check("a reference to nothing is refused", false)
} catch let error as DatabaseError {
  try check("a reference to nothing is refused", error.violation?.kind == .foreignKey)
}

try await db.save(Reader(name: "Ada", notes: 1))
try await db.save(Reader(name: "Ada", notes: 2))
let readers = try await db.fetch(Reader.self)
try check("a save inserts, then updates", readers.map(\.notes) == [2])

let isGone = try await db.delete(first)
let links = try await db.count(NoteLink.self)
try check("a delete takes what refers to the row", isGone && links == 0)
