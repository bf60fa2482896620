import fc from 'fast-check'
import type { Shape } from './document.ts'

/** Any 16-bit units in a row: NUL, control characters, halves of surrogate pairs. */
export const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map(units => String.fromCharCode(...units))

const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 2, arbitrary: codeUnits },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, '', ' ', '\0', '-1', 0, -1, 1e308, 2 ** 53, 1.5, true, [], {}, [[]]],
      ...['__proto__', 'constructor', 'x'.repeat(3000), 'x'.repeat(70_000)],
      ...["'; drop schema log cascade; --", '{{7*7}}', '../../etc/passwd', 'javascript:alert(1)'],
      ...['<script>alert(1)</script>', '=1+1', '\u202e\u2066\u200b\ufeff', '1'.repeat(400)],
    ),
  },
)

const instants = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2030-01-01') })
const byFormat: Record<string, fc.Arbitrary<unknown>> = {
  'date-time': instants.map(at => at.toISOString()),
  date: instants.map(at => at.toISOString().slice(0, 10)),
  'idn-email': fc.nat(1e9).map(number => `fuzz-${number}@example.com`),
  uri: fc.webUrl(),
  binary: fc.base64String(),
}

/**
 * Values that fit a shape.
 * @param known texts of the product: ids, names of streams and types
 */
export function valuesOf(known: readonly string[], components: Record<string, Shape>) {
  const ids = known.filter(text => /^[\da-f-]{36}$/.test(text))
  const valid = (shape: Shape): fc.Arbitrary<unknown> => {
    const { $ref, type, anyOf = shape.oneOf, enum: listed } = shape
    if ($ref) return fc.constant(null).chain(() => valid(components[$ref.split('/').at(-1) ?? ''] ?? {}))
    if ('const' in shape) return fc.constant(shape.const)
    if (listed) return fc.constantFrom(...listed)
    if (anyOf) return fc.oneof(...anyOf.map(valid))
    if (Array.isArray(type)) return fc.oneof(...type.map(type => valid({ ...shape, type })))
    return (type && byType[type]?.(shape)) || junk
  }
  const byType: Record<string, (shape: Shape) => fc.Arbitrary<unknown>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: ({ minimum = -(2 ** 31), maximum = 2 ** 31 }) => fc.integer({ min: minimum, max: maximum }),
    number: ({ minimum = -1e9, maximum = 1e9 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
    string: texts,
    array: ({ items = {}, minItems = 0, maxItems = 5 }) =>
      fc.array(valid(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) }),
    object: ({ properties = {}, required = [], additionalProperties: more }) =>
      Object.keys(properties).length === 0 && typeof more === 'object'
        ? fc.dictionary(fc.constantFrom('page', 'a', 'b'), valid(more), { maxKeys: 3 })
        : fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, valid(of)])), {
            requiredKeys: required.filter(name => name in properties),
          }),
  }
  function texts({ format = '', pattern, minLength = 0, maxLength = 60 }: Shape): fc.Arbitrary<unknown> {
    const some = fc.constantFrom(...known)
    if (format === 'uuid') return fc.oneof(fc.uuid(), { weight: 5, arbitrary: fc.constantFrom(...ids) })
    if (byFormat[format]) return byFormat[format]
    if (pattern) return fc.stringMatching(new RegExp(pattern))
    const most = Math.min(maxLength, minLength + 60)
    return fc.oneof(
      fc.string({ unit: 'grapheme', minLength, maxLength: most }),
      some,
      fc.constant('a'.repeat(maxLength)),
    )
  }

  /** Valid, but for one field or the whole. */
  const nearly = (shape: Shape): fc.Arbitrary<unknown> =>
    fc
      .tuple(
        fc.constantFrom(...Array<string>(6).fill('keep'), 'change', 'drop', 'wrap', 'replace'),
        fc.nat(),
        valid(shape),
        junk,
      )
      .map(([how, at, good, bad]) => {
        if (how === 'keep') return good
        if (how === 'wrap') return [good, bad]
        if (how === 'replace' || typeof good !== 'object' || good === null) return bad
        const names = [...Object.keys(good), `${JSON.stringify(bad)}`.slice(0, 40)]
        const { [names[at % names.length] ?? '']: _, ...rest } = good as Record<string, unknown>
        return how === 'drop' ? rest : { ...rest, [names[at % names.length] ?? '']: bad }
      })
  return { valid, nearly }
}
