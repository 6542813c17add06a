import ORMCore

// MARK: - Group commits

extension PoolSimulation {
  mutating func groupStep() {
    guard let running = group else { return beginGroup() }
    if random.chance(1, of: 4) { return endGroup() }
    guard let waiter = machine.nextRow(at: now) else { return }
    let index = client(waiter.id)
    if queue.first != waiter.id { report("a row overtakes another") }
    if clients[index].isAlone { report("a row that is written alone joins a group") }
    if clients[index].position != .waiting { report("a row of a task that does not wait") }
    if now >= running.end { report("a row joins a group after its time") }
    if running.members.count >= GroupCommit<Int>.limit { report("a group is too large") }
    queue.removeAll { $0 == waiter.id }
    if random.chance(9, of: 10) {
      machine.join(waiter)
      clients[index].position = .member
      group?.members.append(index)
    } else {
      clients[index].position = .ended
    }
  }

  private mutating func beginGroup() {
    let writer = clients.indices.first {
      if case .using = clients[$0].position, case .row = clients[$0].request { true } else { false }
    }
    guard isSingle, hold == nil, let writer, !clients[writer].isAlone else { return }
    let first = queue.first.map { clients[client($0)] }
    let isRowNext = if case .row? = first?.request { first?.isAlone == false } else { false }
    let end = now + .milliseconds(random.number(0...20))
    let begins = machine.beginGroup(until: end)
    if begins != isRowNext { report("a group commit begins without a row, or the reverse") }
    if begins { group = (writer, [], end) }
  }

  /// Commits the group, or rolls it back.
  mutating func endGroup() {
    guard let ended = group else { return }
    group = nil
    let waiters = machine.endGroup()
    if waiters.map(\.task) != ended.members { report("a group lost a row") }
    let isCommitted = random.chance(1, of: 2)
    var back: [Machine.Waiter] = []
    for waiter in waiters {
      if isCommitted && random.chance(4, of: 5) {
        clients[waiter.task].position = .ended
      } else if clients[waiter.task].isRefused {
        end(waiter.task)
      } else {
        back.append(waiter)
        clients[waiter.task].position = .waiting
        clients[waiter.task].isAlone = true
        clients[waiter.task].entered = now
      }
    }
    queue.insert(contentsOf: back.map(\.id), at: 0)
    start(machine.requeue(back))
  }
}

// MARK: - Closing

extension PoolSimulation {
  mutating func closeStep() {
    if let index = clients.indices.first(where: { clients[$0].position == .closing }) {
      close(index, fails: random.chance(1, of: 5))
    }
  }

  mutating func close(_ index: Int, fails: Bool = false) {
    if !machine.isDrained { report("a pool is closed that is not drained") }
    readTimer = nil
    endReads()
    machine.readTimerFired()
    for connection in machine.idle {
      if fails { return end(index) }
      machine.closed(connection)
    }
    isClosed = true
    machine.setClosed()
    end(index)
  }
}

// MARK: - Time

extension PoolSimulation {
  mutating func start(_ timer: Int?) {
    guard let timer else { return }
    waitTimer = (timer, now)
    fireWaitTimer(timer)
  }

  /// Lets time pass, and the timers fire.
  mutating func advance(by length: Duration) {
    let end = now + length
    for round in 0... {
      if round == 10_000 { return report("a timer fires without end") }
      let deadline = clients.indices.filter { clients[$0].isStoppable && !clients[$0].isRefused }
        .compactMap { index in clients[index].deadline.map { (at: $0.end, index: index) } }
        .min { $0.at < $1.at }
      let times = [waitTimer?.at, readTimer, abandonedTimer, deadline?.at].compactMap(\.self)
      guard let next = times.min(), next <= end else { break }
      now = max(now, next)
      if let deadline, deadline.at <= now {
        cancel(deadline.index)
      } else if let timer = waitTimer, timer.at <= now {
        fireWaitTimer(timer.id)
      } else if let at = readTimer, at <= now {
        readTimer = nil
        endReads()
        machine.readTimerFired()
      } else {
        abandonedTimer = nil
        machine.abandonedTimerFired()
      }
    }
    now = end
    for client in clients where client.position == .waiting {
      if let time = client.end, time <= now { report("a task waits for too long") }
    }
  }

  private mutating func fireWaitTimer(_ id: Int) {
    let (late, _, next) = machine.endOverdue(timer: id, at: now)
    for waiter in late {
      let client = clients[waiter.task]
      if client.position != .waiting { report("a timeout of a task that does not wait") }
      if let time = client.end, time > now { report("a timeout is early") }
      if let time = client.end, max(time, client.entered ?? now) < now {
        report("a timeout is late")
      }
      end(waiter.task)
    }
    if waitTimer?.id == id { waitTimer = next.map { (id, $0) } }
  }
}

// MARK: - Invariants

extension PoolSimulation {
  mutating func check() {
    let idle = machine.idle.map(\.number)
    let lent = clients.compactMap { client -> Int? in
      if case .using(let number) = client.position { number } else { nil }
    }
    let opening = clients.count { $0.position == .opening }
    if Set(idle).count != idle.count || Set(lent).count != lent.count
      || !Set(idle).isDisjoint(with: lent)
    {
      report("a connection is idle and lent: \(idle), \(lent)")
    }
    if machine.count != idle.count + lent.count + opening { report("a connection is lost") }
    let waiting = queue.map { clients[client($0)] }
    let closing = clients.count {
      if case .all = $0.request { $0.position == .waiting } else { false }
    }
    if machine.line != (queue.count, closing) { report("a task has left the queue unnoticed") }
    let loans = machine.borrowers.count
    let allowed = isSingle ? 1 : max(capacity, loans + 1)
    if !idle.isEmpty || machine.count < allowed {
      if waiting.contains(where: \.isCall) { report("a call waits for nothing") }
      if loans < capacity && !waiting.isEmpty { report("a loan waits for nothing") }
    }
    if machine.isDrained && machine.count > capacity { report("a surplus connection is open") }
    if closing > 0 && machine.isDrained { report("a closing task waits for nothing") }
    let open = idle.filter { reads[$0].openSince != nil }
    if !open.isEmpty && bans > 0 { report("a read stays open during a ban") }
    if !open.isEmpty && readTimer == nil { report("a read stays open without a timer") }
  }

  mutating func checkEnd() {
    if !problems.isEmpty { return }
    if clients.contains(where: { $0.position != .ended }) { report("a task has not ended") }
    if machine.line != (0, 0) || !machine.borrowers.isEmpty { report("something is left") }
    if !machine.isClosed || machine.idle.count != machine.count { report("it is not closed") }
    if machine.idle.count != (isSingle ? 1 : 0) { report("a connection is left open") }
    if machine.isHeld(by: hold) { report("a hold is left") }
    if waitTimer != nil { report("a timer is left") }
    guard case .closed = machine.request(for: nil) else { return report("a closed pool lends") }
  }
}
