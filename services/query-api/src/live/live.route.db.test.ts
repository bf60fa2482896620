import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { waitUntil } from '@tba/testing/wait.ts'
import { type Customer, type ReadSide, readSide } from '../testing/read-side.ts'

let side: ReadSide
let port: number

/** Waits for a condition as long as a busy machine needs. */

type Listener = { text(): string; status(): number | undefined; ended(): boolean; leave(): void }

function listen(customer: Customer, path = '', headers: Record<string, string> = {}, at = port): Listener {
  let text = ''
  let status: number | undefined
  let hasEnded = false
  const sent = request(
    { port: at, path: `/api/user/live${path}`, headers: { cookie: customer.cookie, ...headers } },
    response => {
      status = response.statusCode
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => {
        hasEnded = true
      })
    },
  )
  sent.on('error', () => {})
  sent.end()
  const leave = () => void sent.destroy()
  onTestFinished(leave)
  return { text: () => text, status: () => status, ended: () => hasEnded, leave }
}

/** Like a browser that has read everything: it gets no past changes. */
async function listenFromNow(customer: Customer): Promise<Listener> {
  const first = listen(customer, '?seconds=0')
  await waitUntil(() => first.ended())
  const listener = listen(customer, `?after=${idIn(first.text())}`)
  await waitUntil(() => listener.text().includes('\n\n'))
  return listener
}

const idIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
const changes = (listener: Listener) =>
  [...listener.text().matchAll(/^data: (\{"views".*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as { views: string[]; position: Position },
  )

const setup = ({ accountId }: Customer) => streams.setup(accountId)
const planActivated = ({ userId }: Customer) =>
  ({ type: 'PlanActivated', data: { userId, plan: 'starter', depositEuro: 500 } }) as const
const bot = { botType: 'scalping', strategyName: 'Scalping Bot', allocatedEuro: 500 } as const
const botActivated = ({ userId }: Customer) =>
  ({ type: 'BotActivated', data: { botId: crypto.randomUUID(), userId, ...bot } }) as const

describe('a live stream', () => {
  beforeAll(async () => {
    side = await readSide()
    await side.app.listen({ port: 0, host: '127.0.0.1' })
    port = (side.app.server.address() as AddressInfo).port
    return () => side.close()
  })

  test('a customer gets the names of changed views with a position, and nothing about other customers', async () => {
    const [customer, other] = [await side.signedIn(), await side.signedIn()]
    const [mine, theirs] = [await listenFromNow(customer), await listenFromNow(other)]
    const position = await side.append(setup(customer), planActivated(customer))
    await side.append(setup(other), botActivated(other))
    await waitUntil(() => changes(mine).length > 0 && changes(theirs).length > 0)
    expect(changes(mine)).toEqual([{ views: ['progress', 'activity'], position }])
    expect(changes(theirs).map(({ views }) => views)).toEqual([['bots', 'activity']])
    expect([mine.status(), idIn(mine.text())]).toEqual([200, position])
  })

  test('changes between the read of a page and its stream come first', async () => {
    const customer = await side.signedIn()
    const read = await side.append(setup(customer), planActivated(customer))
    const after = await side.append(setup(customer), botActivated(customer))
    await side.get('/api/user/bots', customer, after)
    const late = listen(customer, `?after=${read}`)
    await waitUntil(() => changes(late).length > 0)
    const all = ['user', 'sessions', 'progress', 'credentials', 'bots', 'activity', 'others']
    expect(changes(late)[0]?.views).toEqual(all)
    const upToDate = listen(customer, `?after=${after}&seconds=0`)
    await waitUntil(() => upToDate.ended())
    expect(changes(upToDate)).toEqual([])
  })

  test('an interrupted stream continues after its last message', async () => {
    const customer = await side.signedIn()
    const first = await listenFromNow(customer)
    await side.append(setup(customer), planActivated(customer))
    await waitUntil(() => changes(first).length > 0)
    first.leave()
    const missed = await side.append(setup(customer), botActivated(customer))
    await side.get('/api/user/bots', customer, missed)
    const again = listen(customer, '?after=0', { 'last-event-id': idIn(first.text()) })
    await waitUntil(() => changes(again).length > 0)
    const nothingMissed = listen(customer, '?seconds=0', { 'last-event-id': missed })
    await waitUntil(() => nothingMissed.ended())
    expect(changes(nothingMissed)).toEqual([])
  })

  test('a read returns the position up to which it is complete, and a stream from there repeats nothing', async () => {
    const customer = await side.signedIn()
    const after = await side.append(setup(customer), planActivated(customer))
    const read = await side.get('/api/user/progress', customer, after)
    const listener = listen(customer, `?after=${read.headers['x-as-of']}`)
    await waitUntil(() => listener.text().includes('\n\n'))
    const next = await side.append(setup(customer), botActivated(customer))
    await waitUntil(() => changes(listener).length > 0)
    expect(changes(listener)).toEqual([{ views: ['bots', 'activity'], position: next }])
  })
})

test('a server that closes ends its streams, and does not wait for their clients', async () => {
  const closing = await readSide()
  await closing.app.listen({ port: 0, host: '127.0.0.1' })
  const customer = await closing.signedIn()
  const { port: itsPort } = closing.app.server.address() as AddressInfo
  const listener = listen(customer, '', {}, itsPort)
  await waitUntil(() => listener.status() === 200)
  await closing.close()
  await waitUntil(() => listener.ended())
})

test('a browser that does not read causes no growing queue', async () => {
  const { subscription } = await import('./subscription.ts')
  const subscribed = subscription({ sub: '', sid: '' }, '')
  for (let at = 0; at < 10_000; at++) subscribed.change(['bots', 'activity'], String(at).padStart(5, '0'))
  subscribed.end()
  const messages = await Array.fromAsync(subscribed.messages())
  expect(messages.length).toBeLessThanOrEqual(2)
})
