public import ORM

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

@Table("notes", naming: .snakeCase)
public struct Note: Sendable, Equatable, Identifiable {
  public enum Color: String, ColumnValue { case yellow, blue }

  public let id: Int
  public var title: String
  public var dueDate: Date?
  public var color: Color = .yellow
  @Column(as: JSON.self) public var labels: [String] = []
  @Ignored public var isSelected = false
}

@Table("note_links", withoutRowID: true)
public struct NoteLink: Sendable, Equatable {
  @Column(primaryKey: true, references: Note.self, onDelete: .cascade) public var from: Int
  @Column(primaryKey: true, references: Note.self, onDelete: .cascade) public var to: Int

  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }
}
