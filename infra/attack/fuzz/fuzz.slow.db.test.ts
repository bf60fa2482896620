import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { consoleFailure } from '@tba/events/admins/events.ts'
import fc from 'fast-check'
import { type Administrator, admin, administrator } from '../../tests/support/administrator.ts'
import { newcomer, openProduct, type TestedProduct } from '../../tests/support/product.ts'
import { lead, questionnaire } from '../../tests/support/sample-forms.ts'
import { type Document, differenceBy, operationsOf } from './document.ts'
import { type FuzzedRequest, requestsFor } from './requests.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
/** By hand: `FUZZ_ROUNDS=1000 npm run attack -- fuzz`. */
const rounds = Number(process.env.FUZZ_ROUNDS ?? 25)
const warmCount = 500
const concurrency = 16
/** A live stream stays open until its client leaves. */
const listenMs = 250
const maxGrowthBytes = 64 * 1024 * 1024

let product: TestedProduct
let console: Administrator
let document: Document
beforeAll(async () => {
  process.stderr.write(`FUZZ_SEED=${seed}\n`)
  // Otherwise the limits would refuse most requests first.
  product = await openProduct({ admin, limitScale: 100_000 })
  console = await administrator(product)
  document = (await product.visitor().get('/api/docs/json')).body as Document
  for (const [url, form] of Object.entries({ leads: lead, questionnaire }))
    await product.visitor().post(`/api/${url}`, form)
})
afterAll(() => product[Symbol.asyncDispose]())

function leftListening(error: Error): null {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return null
  throw error
}

/** Works on a few items at a time, until all are done. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const one = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, one))
}

const heapBytes = (() => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  return () => {
    collect()
    return process.memoryUsage().heapUsed
  }
})()

/** The requests that wrote to the log, without records of refusals, and of questions in SQL, which may be refused afterwards. */
async function writers(): Promise<string[]> {
  const events = await product.recorded()
  const requestOf = ({ metadata }: StoredEvent) => String(metadata.correlationId)
  const refused = new Set(events.filter(({ type }) => type === 'ActionRefused').map(requestOf))
  const isKnown = (event: StoredEvent) =>
    consoleFailure.safeParse(event.type).success ||
    event.type === 'QueryAsked' ||
    (event.stream.startsWith('visit-') && refused.has(requestOf(event)))
  return [...new Set(events.filter(event => !isKnown(event)).map(requestOf))]
}

/** A session of each kind. Whoever is signed out by a request signs in again. @param accepted gets these requests */
function sessions(accepted: Set<string>) {
  const visitor = product.visitor()
  const opening: Record<string, () => Promise<Record<string, string>>> = {
    async customer() {
      const { headers } = await visitor.post('/api/register', newcomer(`${crypto.randomUUID()}@example.com`))
      accepted.add(String(headers['x-request-id']))
      return { cookie: `session=${visitor.cookies.get('session')}` }
    },
    async administrator() {
      const { headers, body } = await product.visitor().post('/api/admin/login', admin)
      accepted.add(String(headers['x-request-id']))
      return { authorization: `Bearer ${(body as { token: string }).token}` }
    },
  }
  const open = new Map<string, Promise<Record<string, string>> | undefined>()
  return {
    of: (kind: string) => open.get(kind) ?? open.set(kind, opening[kind]?.()).get(kind),
    end: (kind: string) => open.delete(kind),
  }
}

/** Ids and names that the product has: every text in the answers of calls without a parameter. */
async function knownTexts(): Promise<string[]> {
  const customer = await product.customer()
  const readable = operationsOf(document).filter(
    ({ method, path }) => method === 'GET' && !/[{]|live|logout/.test(path),
  )
  const answers = await Promise.all(
    readable.map(({ path, signedIn }) => (signedIn === 'customer' ? customer : console).call('GET', path)),
  )
  const texts = answers.flatMap(({ text }) =>
    [...text.matchAll(/"([\w:*-]{1,80})"/g)].map(([, found = '']) => found),
  )
  return [...new Set(texts)]
}

test('generated requests break and leak nothing, and every answer is as documented', async () => {
  const operations = operationsOf(document)
  const requests = requestsFor(document, await knownTexts())
  const difference = differenceBy(document)
  const before = new Set(await writers())
  const wrong: { what: string; call: string; request: unknown; body: string }[] = []
  const accepted = new Set<string>()
  const succeeded = new Set<string>()
  const open = sessions(accepted)
  const send = async ({ operation, method, url, headers, payload, signedIn }: FuzzedRequest) => {
    const streams = Object.values(operation.responses).some(({ content }) => content?.['text/event-stream'])
    const answering = product.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...(signedIn && (await open.of(signedIn))) },
      ...(payload !== null && { payload }),
      // Short on purpose: a live stream does not end.
      ...(streams && { signal: AbortSignal.timeout(listenMs) }),
    })
    const answer = await (streams ? answering.catch(leftListening) : answering)
    if (answer === null) return void succeeded.add(operation.name)
    const { statusCode, body } = answer
    const what = statusCode >= 500 ? `status ${statusCode}` : difference(operation, answer)
    const request = { url, headers, payload: String(payload).slice(0, 2_000), signedIn }
    if (what) wrong.push({ what, call: operation.name, request, body: body.slice(0, 500) })
    if (statusCode < 400) succeeded.add(operation.name)
    if (statusCode < 400) accepted.add(String(answer.headers['x-request-id']))
    if (signedIn && (statusCode === 401 || /logout|sessions|password/.test(operation.path)))
      open.end(signedIn)
  }

  const drawn = operations.map((operation, at) =>
    fc.sample(requests(operation), { seed: seed + at, numRuns: rounds }),
  )
  const inTurn = Array.from({ length: rounds }, (_, round) => drawn.flatMap(of => of[round] ?? [])).flat()
  await each(inTurn.slice(0, warmCount), send)
  const warmBytes = heapBytes()
  await each(inTurn.slice(warmCount), send)
  const grownBytes = heapBytes() - warmBytes

  const kinds = Map.groupBy(wrong, ({ what, call }) => `${call}: ${what}`)
  expect([...kinds.values()].map(([first]) => first)).toEqual([])
  const wrote = (await writers()).filter(id => !before.has(id))
  expect(wrote.filter(id => !accepted.has(id))).toEqual([])
  // Not only refusals: many calls succeed sometimes.
  expect(succeeded.size).toBeGreaterThan(operations.length / 3)
  expect(grownBytes).toBeLessThan(maxGrowthBytes)
  // Some request has ended the first session.
  const { get } = await administrator(product)
  const { projections } = (await get('/api/admin/projections')).body as {
    projections: { parked: [] }[]
  }
  expect(projections.flatMap(({ parked }) => parked)).toEqual([])
})
