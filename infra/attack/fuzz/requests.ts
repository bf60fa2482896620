import fc from 'fast-check'
import type { Document, Operation, Parameter, Shape } from './document.ts'
import { codeUnits, valuesOf } from './values.ts'

export type FuzzedRequest = {
  operation: Operation
  method: string
  url: string
  headers: Record<string, string>
  payload: string | Buffer | null
  signedIn: string | null
}

const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter(unit => unit !== 0x7f)
    .map(n => String.fromCharCode(n)),
  maxLength: 60,
})

/** null in nine of ten cases. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const oddHeaders = (names: string[]) => fc.dictionary(fc.constantFrom(...names), latin, { maxKeys: 3 })
const headers = fc
  .record({
    type: rarely(
      fc.constantFrom(
        ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', '', ';'],
      ),
    ),
    some: rarely(
      oddHeaders([
        ...['cookie', 'authorization', 'x-visit-id', 'x-after', 'idempotency-key', 'user-agent', 'accept'],
        ...['if-none-match', 'range', 'referer', 'last-event-id', 'x-customer'],
      ]),
    ),
    more: rarely(oddHeaders(['origin', 'sec-fetch-site', 'x-forwarded-for', 'content-encoding'])),
  })
  .map(({ type, some, more }) => ({ ...some, ...more, ...(type !== null && { 'content-type': type }) }))

const brokenQueries = fc.constantFrom(
  '?',
  '?%',
  '?ticket[]=1',
  '?signature=%00',
  '?__proto__[x]=1',
  '?a=1&a=2',
)
/** Any text, but no address of another call. */
const segment = (value: unknown) => encodeURIComponent(String(value).toWellFormed().slice(0, 200)) || '-'
const isDots = (text: string) => /^\.{1,2}$/.test(text)

/** Requests for one call: valid, nearly valid and hostile. @param known texts of the product */
export function requestsFor({ components }: Document, known: readonly string[]) {
  const { valid, nearly } = valuesOf(known, components.schemas)
  const text = (shape: Shape) =>
    fc.oneof(
      { weight: 20, arbitrary: valid(shape) },
      { weight: 1, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: codeUnits },
    )

  const path = ({ path, parameters = [] }: Operation) =>
    fc
      .record(Object.fromEntries(inside(parameters, 'path').map(({ name, schema }) => [name, text(schema)])))
      .map(values =>
        path.replace(/\{(\w+)\}/g, (_, name: string) =>
          isDots(String(values[name])) ? '-' : segment(values[name]),
        ),
      )

  const query = ({ parameters = [] }: Operation) => {
    const some = inside(parameters, 'query').map(({ name, schema, required }) => {
      const value = text(schema).map(value =>
        [value].flat().map(one => `${name}=${encodeURIComponent(String(one).toWellFormed())}`),
      )
      return required
        ? fc.oneof({ weight: 9, arbitrary: value }, fc.constant([]))
        : fc.oneof(value, { weight: 3, arbitrary: fc.constant([]) })
    })
    const drawn = fc.tuple(...some).map(pairs => {
      const all = pairs.flat().join('&')
      return all && `?${all}`
    })
    return fc.oneof({ weight: 12, arbitrary: drawn }, { weight: 1, arbitrary: brokenQueries })
  }

  const payload = ({ method, requestBody }: Operation): fc.Arbitrary<string | Buffer | null> => {
    if (method === 'GET') return fc.constant(null)
    const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody?.content ?? {})
    if (!type) return rarely(fc.constantFrom('{}', '[]', '{"a":1}', 'x'))
    const bytes = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes))
    if (type !== 'application/json') return bytes
    const json = nearly(schema).map(value => JSON.stringify(value) ?? '')
    return fc.oneof(
      { weight: 40, arbitrary: json },
      { weight: 1, arbitrary: fc.tuple(json, fc.nat(200)).map(([text, at]) => text.slice(0, at)) },
      { weight: 1, arbitrary: bytes },
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat(60_000).map(levels => '['.repeat(levels)) },
    )
  }

  return (operation: Operation): fc.Arbitrary<FuzzedRequest> =>
    fc
      .record({
        path: path(operation),
        query: query(operation),
        headers,
        payload: payload(operation),
        signedIn: rarely(fc.constantFrom('customer', 'administrator')),
      })
      .map(({ path, query, headers, payload, signedIn }) => ({
        operation,
        method: operation.method,
        url: path + query,
        payload,
        headers: { ...(payload !== null && { 'content-type': 'application/json' }), ...headers },
        signedIn: signedIn ?? operation.signedIn,
      }))
}

const inside = (parameters: readonly Parameter[], where: Parameter['in']) =>
  parameters.filter(parameter => parameter.in === where)
