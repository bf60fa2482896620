/** The least size of a group that is shown to those who have a link. */
const least = 5

/**
 * Tells the groups under five from the others. If those together are under five, the next smallest belongs to them too: else the
 * total would tell what they hide.
 * @param rest the size of what is joined already
 */
export function splitSmall<Group>(groups: readonly Group[], sizeOf: (group: Group) => number, rest = 0) {
  const small = new Set<Group>()
  let size = rest
  for (const group of groups.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    if (sizeOf(group) >= least && (size === 0 || size >= least)) break
    size += sizeOf(group)
    small.add(group)
  }
  return { shown: groups.filter(group => !small.has(group)), small: [...small] }
}
