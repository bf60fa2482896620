/**
 * The path of a value in JSON: names and list indexes, joined by dots, as in `steps.0`; the root is ''. In a name a dot is
 * written `~1` and a tilde `~0`. An empty name is `~2`.
 */
export function pathWithin(path: string, name: string | number): string {
  const part = typeof name === 'number' || isPlain.test(name) ? name : escaped(name)
  return path === '' ? String(part) : `${path}.${part}`
}

const isPlain = /^[^~.]+$/
const escaped = (name: string) => (name === '' ? '~2' : name.replaceAll('~', '~0').replaceAll('.', '~1'))
