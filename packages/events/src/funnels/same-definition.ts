/** Whether two definitions count the same, in whatever order their fields stand: what is left out is what it says itself. */
export function areSame(one: object, other: object): boolean {
  return canonical(one) === canonical(other)
}

/** The same text for definitions that count the same. */
export function canonical(definition: object): string {
  return JSON.stringify(plain(definition))
}

/** What stands for having been left out. */
const usual: Readonly<Record<string, string>> = {
  strict: 'false',
  bots: 'false',
  where: '[]',
  stepWindowsSeconds: '[]',
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(
    ([name, said]) => said !== undefined && JSON.stringify(said) !== usual[name],
  )
  return Object.fromEntries(
    given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, said]) => [name, plain(said)]),
  )
}
