import ORMCore

// MARK: - Requests

extension PoolSimulation {
  mutating func client(_ request: PoolRequest, hold: HeldConnection? = nil) -> Client {
    let deadline: Deadline? =
      random.chance(1, of: 4)
      ? Deadline(start: now, limit: .milliseconds(random.number(0...40))) : nil
    return Client(
      request: request, ticket: machine.makeID(), since: now, limit: limit, deadline: deadline,
      hold: hold, position: .asking)
  }

  mutating func begin() {
    guard clients.count(where: { $0.position != .ended }) < 12 else { return }
    var new: Client
    switch random.number(0...19) {
    case 0:
      new = client(.all)
      machine.refuse()
      closers += 1
      if machine.isDrained { new.position = .closing }
      return _ = add(new)
    case 1..<5 where !isSingle:
      let others = clients.filter { $0.canGoOn }
      let isNested = random.chance(1, of: 4)
      let task = isNested ? others.randomElement(using: &random)?.borrower?.task : nil
      let borrower = PoolBorrower(.stream, task: task ?? machine.makeID(), since: now) { nil }
      new = client(.loan(borrower))
      _ = machine.turns.takeEnd(isCounted: false, at: { [now] in now })
      take(machine.request(for: borrower), &new)
    default:
      new = client(
        isSingle && random.chance(1, of: 2) ? .row : .call,
        hold: random.chance(1, of: 8) ? hold : nil)
      if let lease = machine.takeIdle(at: { [now] in now }) {
        use(lease, &new)
      } else {
        let isOver = machine.turns.takeEnd(isCounted: true, at: { [now] in now })
        if isOver { machine.turns.start = now }
        take(machine.takeIdleAfterTurn(), &new)
        if new.position == .asking, case .call = new.request {
          take(machine.request(for: nil), &new)
        }
      }
    }
    _ = add(new)
  }

  mutating func add(_ client: Client) -> Int {
    if let index = clients.firstIndex(where: { $0.position == .ended }) {
      clients[index] = client
      return index
    }
    clients.append(client)
    return clients.count - 1
  }

  private mutating func take(_ answer: PoolAnswer<Connection>, _ client: inout Client) {
    switch answer {
    case .none: break
    case .granted(let grant): take(grant, &client)
    case .closed:
      if !isClosed && closers == 0 { report("an open pool refuses a call") }
      client.position = .ended
    }
  }

  private mutating func take(_ grant: PoolGrant<Connection>, _ client: inout Client) {
    if let borrower = client.borrower,
      let place = machine.borrowers.firstIndex(where: { $0 === borrower }), place >= capacity,
      machine.borrowers.count(where: { $0.task == borrower.task }) == 1
    {
      report("a loan leaves no connection for calls")
    }
    switch grant {
    case .ready(let lease): use(lease, &client)
    case .open:
      if isSingle { report("a pool with a single connection opens another") }
      client.position = .opening
    }
  }

  private mutating func take(_ grant: PoolGrant<Connection>, _ index: Int) {
    var client = clients[index]
    take(grant, &client)
    clients[index] = client
  }

  private mutating func use(_ lease: PoolLease<Connection>, _ client: inout Client) {
    let number = lease.connection.number
    if clients.contains(where: { $0.position == .using(number) }) {
      report("connection \(number) is lent twice")
    }
    if lease.reads.endsOpen { reads[number].openSince = nil }
    reads[number].mayStayOpen = lease.reads.mayStayOpen
    if reads[number].openSince == nil { reads[number].round = lease.reads.round }
    if lease.reads.mayStayOpen && bans > 0 { report("a read may stay open during a ban") }
    client.position = .using(number)
  }

  mutating func enterAny() {
    let asking = clients.indices.filter { clients[$0].position == .asking }
    if let index = asking.randomElement(using: &random) { enter(index) }
  }

  mutating func enter(_ index: Int) {
    let client = clients[index]
    if client.isRefused { return end(index) }
    let hasTimer = waitTimer != nil
    let waiter = Machine.Waiter(
      id: client.ticket, index, for: client.request, since: client.since,
      limit: client.limit)
    let line = queue.filter { clients[self.client($0)].isCall == client.isCall }
    switch machine.enter(waiter, hold: client.hold, deadline: client.deadline, at: now) {
    case .granted(let grant):
      if client.isCall && !line.isEmpty { report("a call overtakes another") }
      take(grant, index)
    case .drained:
      if !client.request.isAll { report("a call gets all connections") }
      clients[index].position = .closing
    case .refused(let reason):
      switch reason {
      case .closed: if !isClosed && closers == 0 { report("an open pool refuses a task") }
      case .deadlock: if client.hold == nil || client.hold !== hold { report("no deadlock") }
      case .deadline:
        if let deadline = client.deadline, deadline.end > now { report("a deadline is early") }
      case .timeout: if let limit = client.limit, limit > .zero { report("a timeout is early") }
      }
      end(index)
    case .waits(let timer):
      if client.hold != nil && client.hold === hold { report("a task waits for itself") }
      clients[index].position = .waiting
      clients[index].entered = now
      if !client.request.isAll { queue.append(client.ticket) }
      start(timer)
      if client.limit != nil && !hasTimer && timer == nil { report("no timer") }
    }
  }

  /// The index of the task with this ticket.
  func client(_ ticket: Int) -> Int {
    clients.firstIndex { $0.ticket == ticket } ?? clients.endIndex
  }

  /// Ends the task without a connection.
  mutating func end(_ index: Int) {
    if clients[index].position == .ended { report("a task is resumed twice") }
    clients[index].position = .ended
    queue.removeAll { [ticket = clients[index].ticket] in $0 == ticket }
    if case .all = clients[index].request {
      machine.stopRefusing()
      closers -= 1
    }
  }

  mutating func cancelAny() {
    if let index = clients.indices.filter({ clients[$0].isStoppable }).randomElement(using: &random)
    {
      cancel(index)
    }
  }

  /// Cancels the task, or takes note that its deadline has passed.
  mutating func cancel(_ index: Int) {
    let waiter = machine.leave(clients[index].ticket)
    if (waiter != nil) != (clients[index].position == .waiting) {
      report("a task is \(clients[index].position), but was \(waiter == nil ? "not " : "")waiting")
    }
    if waiter == nil { clients[index].isRefused = true } else { end(index) }
  }
}

extension PoolSimulation.Client {
  /// Whether it may be cancelled.
  var isStoppable: Bool { position == .asking || position == .waiting || position == .member }
}

// MARK: - Returns

extension PoolSimulation {
  mutating func returnAny() {
    let using = clients.indices.filter {
      if case .using = clients[$0].position { group?.writer != $0 } else { false }
    }
    if let index = using.randomElement(using: &random) { giveBack(index) }
  }

  mutating func giveBack(_ index: Int) {
    guard case .using(let number) = clients[index].position else { return }
    let connection = connections[number]
    // The call has read: another connection's commit begins another read transaction.
    if reads[number].openSince != nil && random.chance(1, of: 4) { reads[number].openSince = nil }
    if reads[number].mayStayOpen && random.chance(3, of: 4) {
      reads[number].openSince = reads[number].openSince ?? reads[number].round
    }
    if random.chance(1, of: 10), machine.watchAbandoned() {
      if abandonedTimer != nil { report("two timers for abandoned connections") }
      abandonedTimer = now + .milliseconds(2)
    }
    clients[index].position = .ended
    let isFast = clients[index].isCall
    let hadHold = hold != nil
    let openRound = reads[number].openSince
    if isFast, let action = machine.giveBack(connection, openSince: openRound) {
      if queue.contains(where: { clients[client($0)].isCall }) { report("a call waits on") }
      carryOut(action, on: number, hadHold)
    } else {
      let (action, resumptions, surplus) = machine.giveBack(
        connection, of: clients[index].borrower, openSince: openRound)
      carryOut(action, on: number, hadHold)
      resume(resumptions)
      if let surplus { reads[surplus.number].openSince = nil }
    }
  }

  private mutating func carryOut(_ action: PoolReturn, on number: Int, _ hadHold: Bool) {
    if action.endsHold != hadHold { report("a hold does not end with its loan") }
    hold = nil
    switch action.reads {
    case .none: break
    case .end: reads[number].openSince = nil
    case .startTimer:
      readTimer = now + .milliseconds(2)
    }
  }

  private mutating func resume(_ resumptions: Machine.Resumptions) {
    for (waiter, grant) in resumptions.granted {
      let index = client(waiter.id)
      if clients[index].position != .waiting { report("a task is resumed twice") }
      // The first of its kind; a loan may be overtaken by one that its own task needs.
      let equals = queue.filter { clients[client($0)].isCall == clients[index].isCall }
      if clients[index].isCall && equals.first != waiter.id { report("a call overtakes another") }
      if let task = clients[index].borrower?.task, equals.first != waiter.id,
        !machine.borrowers.contains(where: {
          $0.task == task && $0 !== clients[index].borrower
        })
      {
        report("a loan overtakes another")
      }
      queue.removeAll { $0 == waiter.id }
      take(grant, index)
    }
    for waiter in resumptions.drained {
      let index = client(waiter.id)
      if clients[index].position != .waiting { report("a closing task is resumed twice") }
      clients[index].position = .closing
    }
  }

  mutating func openAny() {
    let opening = clients.indices.filter { clients[$0].position == .opening }
    if let index = opening.randomElement(using: &random) {
      opened(index, fails: random.chance(1, of: 4))
    }
  }

  mutating func opened(_ index: Int, fails: Bool) {
    if fails {
      clients[index].position = .ended
      resume(machine.failedToOpen(for: clients[index].borrower))
    } else {
      connections.append(Connection(number: connections.count))
      reads.append(Read())
      clients[index].position = .using(connections.count - 1)
    }
  }

  mutating func holdAny() {
    guard isSingle, hold == nil, group == nil,
      clients.contains(where: { $0.position == .using(0) })
    else { return }
    let new = HeldConnection(outer: nil, since: now)
    machine.setHold(new)
    hold = new
    if !machine.isHeld(by: HeldConnection(outer: new, since: now)) { report("a hold is lost") }
  }

  mutating func banOrAllow() {
    if bans > 0 && random.chance(2, of: 3) { return allow() }
    bans += 1
    machine.banReads()
    endReads()
  }

  /// Ends the read transactions of the idle connections.
  mutating func endReads() {
    guard machine.mayHaveReads else { return }
    for connection in machine.idle { reads[connection.number].openSince = nil }
  }

  mutating func allow() {
    bans -= 1
    machine.allowReads()
  }
}
