import ORM

// It compiles, and throws `MissingAssignmentError` when it runs.
private func comparesInUpdate() {
  // warning: result of operator '==' is unused
  _ = Track.where { $0.id == 1 }.update { $0.name == "x" }
}
