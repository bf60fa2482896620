/**
 * Where a value stands in JSON: names and places in lists, joined by dots, `steps.0`; the whole is ''. Of a name that has
 * a dot or a tilde in it these are written `~1` and `~0`, and a name without a letter `~2`.
 */
export function pathWithin(path: string, name: string | number): string {
  const part = typeof name === 'number' || isPlain.test(name) ? name : escaped(name)
  return path === '' ? String(part) : `${path}.${part}`
}

const isPlain = /^[^~.]+$/
const escaped = (name: string) => (name === '' ? '~2' : name.replaceAll('~', '~0').replaceAll('.', '~1'))
