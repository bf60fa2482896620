import { setTimeout as pause } from 'node:timers/promises'

/** For the flood benchmark: customers who write, and read at once what they have written. */
export type Read = { writeMs: number; readMs: number; isStale: boolean }

type Given = { address: string; seconds: number }
const { address, seconds }: Given = JSON.parse(process.argv[2] ?? '')
const everyMs = 100
/** Many, so that none has a long history. */
const count = 30

const cookies = await Promise.all(Array.from({ length: count }, register))
const reads: Read[] = []
const untilMs = performance.now() + seconds * 1_000
for (let turn = 0; performance.now() < untilMs; turn++) {
  reads.push(await writeAndRead(cookies[turn % count] ?? '', `Sono ${turn}`))
  await pause(everyMs)
}
process.send?.(reads)
process.disconnect()

async function register(): Promise<string> {
  const email = `c-${crypto.randomUUID()}@example.com`
  const body = { email, password: 'segreta-di-prova', firstName: 'Ada', lastName: 'Byron' }
  const answer = await call('POST', '/api/register', { body })
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`)
  const session = answer.headers.getSetCookie().find(cookie => /session=/.test(cookie)) ?? ''
  return session.split(';', 1)[0] ?? ''
}

async function writeAndRead(cookie: string, bio: string): Promise<Read> {
  const beganMs = performance.now()
  const written = await call('PUT', '/api/user/profile', { cookie, body: { bio } })
  await written.text()
  const writtenMs = performance.now()
  const after = written.headers.get('x-position') ?? ''
  const read = await call('GET', '/api/user/profile', { cookie, after })
  const profile = (await read.json()) as { bio?: string }
  const isStale = written.status !== 200 || read.status !== 200 || profile.bio !== bio
  return { writeMs: writtenMs - beganMs, readMs: performance.now() - writtenMs, isStale }
}

type Sent = { cookie?: string; body?: object; after?: string }

function call(method: string, path: string, { cookie = '', body, after = '' }: Sent): Promise<Response> {
  return fetch(`${address}${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie, ...(after && { 'x-after': after }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}
