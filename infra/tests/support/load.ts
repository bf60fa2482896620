import { setTimeout as after } from 'node:timers/promises'
import { longestWaitMs } from '@tba/testing/wait.ts'

/** `position`: of the newest acknowledged write. */
export type Customer = { email: string; cookie: string; position: string; acknowledged: string[] }

/** Customers who save credentials one after the other, and the acknowledged ones. */
export type Load = {
  customers: readonly Customer[]
  acknowledged(): number
  /** The statuses of answers that saved nothing. */
  refused(): readonly number[]
  /** The longest time without a successful answer since the last call, in ms. */
  longestGapMs(): number
  /** Resolves with the customers after the last command has ended. */
  stop(): Promise<readonly Customer[]>
}

export async function startLoad(url: string, customers: number): Promise<Load> {
  const loadedCustomers = await Promise.all(
    Array.from({ length: customers }, (_, number) => registerCustomer(url, `carico-${number}@example.com`)),
  )
  const refused: number[] = []
  let isOver = false
  let lastMs = performance.now()
  let maxMs = 0
  const answered = () => {
    const nowMs = performance.now()
    maxMs = Math.max(maxMs, nowMs - lastMs)
    lastMs = nowMs
  }

  async function work(customer: Customer): Promise<void> {
    for (let number = 0; !isOver; number++) {
      const server = `server-${number}`
      const body = { platform: 'MT4', server, loginNumber: '1', password: 'broker' }
      const answer = await post(`${url}/api/user/mt4-credentials`, body, customer.cookie).catch(() => null)
      if (answer?.status === 201) {
        customer.acknowledged.push(server)
        customer.position = answer.headers.get('x-position') ?? ''
        answered()
      } else if (answer) refused.push(answer.status)
      // A pause, because people are slower than a program.
      await after(200)
    }
  }

  const working = loadedCustomers.map(work)
  return {
    customers: loadedCustomers,
    acknowledged: () => loadedCustomers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    refused: () => refused,
    longestGapMs() {
      answered()
      const gap = maxMs
      maxMs = 0
      return gap
    },
    async stop() {
      isOver = true
      await Promise.all(working)
      return loadedCustomers
    },
  }
}

/** Each customer finds every acknowledged write, and nothing twice. */
export async function expectNothingLost(url: string, customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    const saved = await savedBy(url, customer)
    expect(new Set(saved).size).toBe(saved.length)
    expect(customer.acknowledged.filter(server => !saved.includes(server))).toEqual([])
  }
}

/** A customer's saved credentials, after the answer contains all writes. */
export async function savedBy(url: string, { cookie, position }: Customer): Promise<string[]> {
  const headers = { cookie, ...(position && { 'x-after': position }) }
  for (;;) {
    const answer = await fetch(`${url}/api/user/mt4-credentials`, { headers })
    if (answer.status !== 200) throw new Error(`reading answered ${answer.status}: ${await answer.text()}`)
    if (answer.headers.has('x-stale')) continue
    return ((await answer.json()) as { server: string }[]).map(({ server }) => server)
  }
}

async function registerCustomer(url: string, email: string): Promise<Customer> {
  const person = { email, password: 'segreta-di-prova', firstName: 'Anna', lastName: 'Bianchi' }
  const answer = await post(`${url}/api/register`, person)
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers.getSetCookie().map(header => header.split(';', 1)[0])
  return { email, cookie: cookie.join('; '), position: '', acknowledged: [] }
}

function post(url: string, body: object, cookie = ''): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longestWaitMs),
  })
}
