/**
 * A person is everything under one address, by the id of its keyed hash. An administrator joins persons and parts them.
 * `claimed`, `released`: an account has the address, or has it no more. Positions are those of the log.
 */
export type LinkChange = {
  type: 'joined' | 'parted' | 'claimed' | 'released'
  person: string
  /** Of a join: who is joined to the person. */
  other?: string | null
  position: string
}

/** A joined person: its addresses, the one that it was joined to first, each with the change that brought it in. */
export type Joined<C extends LinkChange = LinkChange> = ReadonlyMap<string, C>

/**
 * The joined persons after these changes, by the id of each of their addresses. Two accounts are never one person: the one
 * that registers second leaves.
 */
export function joinedPersons<C extends LinkChange>(changes: readonly C[]): ReadonlyMap<string, Joined<C>> {
  const groups = new Map<string, Joined<C>>()
  const accounts = new Set<string>()
  const accountsIn = (members: Iterable<string>) => [...members].filter(member => accounts.has(member)).length
  const keep = (group: Joined<C>) => {
    for (const member of group.keys())
      if (group.size > 1) groups.set(member, group)
      else groups.delete(member)
  }
  const leave = (person: string) => {
    const others = [...(groups.get(person) ?? [])].filter(([member]) => member !== person)
    groups.delete(person)
    keep(new Map(others))
  }
  for (const change of changes.toSorted((a, b) => (a.position < b.position ? -1 : 1))) {
    const { person, other } = change
    if (change.type === 'released') accounts.delete(person)
    else if (change.type === 'parted') leave(person)
    else if (change.type === 'claimed') {
      if (!accounts.has(person) && accountsIn(membersOf(groups, person)) > 0) leave(person)
      accounts.add(person)
    } else {
      const [own, its] = [membersOf(groups, person), membersOf(groups, other ?? person)]
      if (own.includes(other ?? person) || accountsIn([...own, ...its]) > 1) continue
      const known = new Map([...(groups.get(person) ?? []), ...(groups.get(other ?? person) ?? [])])
      keep(new Map([...own, ...its].map(member => [member, known.get(member) ?? change])))
    }
  }
  return groups
}

/** The addresses of a person, by the id of any of them. The first one is the id of the whole. */
export const membersOf = (joined: ReadonlyMap<string, Joined>, person: string): readonly string[] => [
  ...(joined.get(person)?.keys() ?? [person]),
]
