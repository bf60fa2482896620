import fc from 'fast-check'
import { calls } from './matrix.ts'

type Operation = { method: string; path: string; signedIn: string | null; body: (() => object) | undefined }

const signedInAs = {
  anybody: null,
  customer: 'customer',
  console: 'administrator',
  administrator: 'administrator',
}

/** Every call with a valid body. Readiness depends on the load of the machine, not on the request, so it is left out. */
const operations: Operation[] = Object.entries(calls)
  .filter(([name]) => name !== 'GET /readyz')
  .map(([name, { access, url, body }]) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, path: url ?? path, signedIn: signedInAs[access], body }
  })

export type FuzzedRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | Buffer | null
  signedIn: string | null
}

/** Any 16-bit units in a row: NUL, control characters, halves of surrogate pairs. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map(units => String.fromCharCode(...units))
const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter(unit => unit !== 0x7f)
    .map(unit => String.fromCharCode(unit)),
  maxLength: 60,
})

const junk = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 2, arbitrary: codeUnits },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, '', ' ', '\0', '-1', 0, -1, 1e308, 2 ** 53, 1.5, true, [], {}, [[]]],
      ...['__proto__', 'constructor', 'x'.repeat(3000), 'x'.repeat(70_000)],
      ...["'; drop schema log cascade; --", '{{7*7}}', '../../etc/passwd', 'javascript:alert(1)'],
    ),
  },
)

/** A valid body of the call, before it is changed. */
function almostValid({ body }: Operation): fc.Arbitrary<unknown> {
  if (!body) return junk
  const good = body()
  const name = fc.oneof(fc.constantFrom(...Object.keys(good)), codeUnits)
  return fc
    .tuple(fc.constantFrom('keep', 'change', 'drop', 'wrap', 'replace'), name, junk)
    .map(([change, field, bad]) => {
      if (change === 'keep') return body()
      if (change === 'wrap') return [good, bad]
      if (change === 'replace') return bad
      const { [field]: _, ...rest } = { ...body() } as Record<string, unknown>
      return change === 'drop' ? rest : { ...rest, [field]: bad }
    })
}

const payload = (operation: Operation): fc.Arbitrary<string | Buffer | null> =>
  fc.oneof(
    { weight: 8, arbitrary: almostValid(operation).map(value => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(almostValid(operation), fc.nat(200))
        .map(([value, at]) => (JSON.stringify(value) ?? '').slice(0, at)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat(60_000).map(levels => '['.repeat(levels)) },
  )

/** Values for a `:parameter` and for the query. */
const segment = fc.oneof(
  fc.uuid(),
  codeUnits.filter(text => text.isWellFormed()).map(encodeURIComponent),
  fc.constantFrom('analytics', '%zz', '%00', '%2e%2e%2f', '..', '%c0%af', 'x'.repeat(5000), ''),
)
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...'? ?% ?ticket= ?ticket[]=1 ?signature=%00 ?__proto__[x]=1 ?a=1&a=2'.split(' '),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(segment, segment).map(([name, value]) => `?${name}=${value}`) },
)

/** null in nine of ten cases. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const oddHeaders = (names: string[]) => fc.dictionary(fc.constantFrom(...names), latin, { maxKeys: 3 })
const headers = (operation: Operation) =>
  fc
    .tuple(
      fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'],
            ...['image/png', '', ';'],
          ),
        },
      ),
      oddHeaders([
        ...['cookie', 'authorization', 'x-visit-id', 'x-after', 'idempotency-key', 'user-agent', 'accept'],
        ...['if-none-match', 'range', 'referer'],
      ]),
      rarely(oddHeaders(['origin', 'sec-fetch-site', 'x-forwarded-for', 'content-encoding'])),
    )
    .map(([type, some, more]) => ({
      ...some,
      ...more,
      ...(operation.method === 'GET' ? {} : { 'content-type': type }),
    }))

/** Signing out would make all later requests anonymous. */
const isSigningOut = ({ path }: Operation) => path.endsWith('/logout')

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE')

export const requests: fc.Arbitrary<FuzzedRequest> = fc.constantFrom(...operations).chain(operation =>
  fc
    .record({
      method: rarely(methods),
      path: fc.array(segment, { minLength: 2, maxLength: 2 }),
      query,
      headers: headers(operation),
      payload: operation.method === 'GET' ? fc.constant(null) : payload(operation),
      signedIn: rarely(fc.constantFrom('customer', 'administrator')),
    })
    .map(drawn => {
      let next = 0
      const path = operation.path.replace(/:\w+/g, () => drawn.path[next++] ?? '')
      return {
        method: drawn.method ?? operation.method,
        url: path.includes('?') ? path : path + drawn.query,
        headers: drawn.headers,
        payload: drawn.payload,
        signedIn: isSigningOut(operation) ? null : (drawn.signedIn ?? operation.signedIn),
      }
    }),
)
