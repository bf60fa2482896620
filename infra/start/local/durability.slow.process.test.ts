import path from 'node:path'
import { expect, test } from 'vitest'
import { livingPostgres, run, temporaryFolder, until } from '../../tests/support/run.ts'

type Kept = { email: string; cookie: string; servers: string[] }

const verify = path.join(import.meta.dirname, 'verify.ts')
const password = 'segreta-di-prova'

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

async function send(url: string, path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function registered(url: string, email: string): Promise<Kept> {
  const body = { email, password, firstName: 'Anna', lastName: 'Bianchi' }
  const answer = await send(url, '/api/register', body)
  expect(answer.status).toBe(201)
  return { email, cookie: cookieOf(answer), servers: [] }
}

/** Saves credentials until the server is gone; keeps what was answered. */
async function saveUntilGone(url: string, customer: Kept, mostCommands: number): Promise<void> {
  for (let number = 0; number < mostCommands; number++) {
    const server = `server-${number}`
    const credentials = { platform: 'MT4', server, loginNumber: '1', password: 'broker' }
    const answer = await send(url, '/api/user/mt4-credentials', credentials, customer.cookie).catch(
      () => null,
    )
    if (!answer) return
    if (answer.status === 201) customer.servers.push(server)
  }
}

test('a kill in the middle of 500 commands loses none that was answered, and doubles none', async () => {
  const DATA_DIR = temporaryFolder({ isOnDisk: true })
  const first = run({ env: { DATA_DIR, LIMIT_SCALE: '100' } })
  const url = `http://127.0.0.1:${await first.ready}`
  const customers = await Promise.all(
    Array.from({ length: 5 }, (_, number) => registered(url, `cliente-${number}@example.com`)),
  )
  const loops = customers.map(customer => saveUntilGone(url, customer, 100))
  const answered = () => customers.reduce((sum, { servers }) => sum + servers.length, 0)
  await until(() => answered() >= 100)
  first.child.kill('SIGKILL')
  await Promise.all(loops)
  expect(answered()).toBeLessThan(500)

  const second = run({ env: { DATA_DIR } })
  const again = `http://127.0.0.1:${await second.ready}`
  for (const { email, servers } of customers) {
    const signedIn = await send(again, '/api/login', { email, password })
    const answer = await fetch(`${again}/api/user/mt4-credentials`, {
      headers: { cookie: cookieOf(signedIn) },
    })
    const saved = ((await answer.json()) as { server: string }[]).map(({ server }) => server)
    expect(new Set(saved).size).toBe(saved.length)
    // The last one may have been kept without its answer getting through.
    expect(saved.slice(0, servers.length)).toEqual(servers)
    expect(saved.length).toBeLessThanOrEqual(servers.length + 1)
  }
  const verified = run({ env: { DATA_DIR }, command: [process.execPath, verify] })
  expect(await verified.ended, verified.output()).toBe(0)
  expect(verified.output()).toMatch(/same\s+credentials/)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(livingPostgres(DATA_DIR)).toEqual([])
})
