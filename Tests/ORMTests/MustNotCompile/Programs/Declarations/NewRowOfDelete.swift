import ORM

// error: contextual closure type '(Album.Columns) throws -> [TriggerStep]' expects 1 argument
private let trigger = Trigger("gone", after: .delete(Album.self)) { old, new in "DELETE FROM album"
}
