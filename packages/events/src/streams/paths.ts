/**
 * Where a value stands in JSON: names and places in lists, joined by dots, `steps.0`; the whole is ''. Of a name that has
 * a dot or a tilde in it these are written `~1` and `~0`, and a name without a letter `~2`.
 */
export function pathWithin(path: string, name: string | number): string {
  const part = name === '' ? '~2' : String(name).replaceAll('~', '~0').replaceAll('.', '~1')
  return path === '' ? part : `${path}.${part}`
}
