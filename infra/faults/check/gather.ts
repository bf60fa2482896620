import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openEventStore } from '@tba/event-store/open.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { type History, isOk, password, type Readiness } from '../load/history.ts'
import type { HappenedFault, World } from '../world/world.ts'
import { type Evidence, erasedIn, erasedLongAgo, mendedWithinMs, type SaidLoss } from './evidence.ts'
import { gatherCopies, saidLosses, signedIn } from './gather-copies.ts'
import { complains } from './recovery.ts'
import { customersIn, lettersArrive } from './sessions.ts'

export type Gathering = {
  history: History
  world: World
  faults: readonly HappenedFault[]
  /** What was said while the log was refused. */
  losses: readonly SaidLoss[]
}

/**
 * A job of a process that ended is taken after a minute, and one that failed is tried again within a minute. Redis keeps
 * nothing over its end: its jobs are asked for again within five minutes.
 */
const lettersWithinMs = { usually: 90_000, withoutQueue: 330_000 }

const finallyWellMs = 20_000

/** Looks at everything after the load, through the gateway and in the databases; and at the letters that are there. */
export async function gather({ world, ...seen }: Gathering): Promise<Evidence> {
  const history = {
    ...seen.history,
    readiness: [...seen.history.readiness, ...(await finalReadiness(world))],
  }
  await using store = await openedLog(world.logUrl())
  const log = await Array.fromAsync(store.readAll())
  const found = {
    ...seen,
    history,
    log,
    letters: lettersIn(world),
    pictures: picturesIn(world),
    lossesPossible: world.lossesPossible(),
    isApart: world.logUrl() !== world.databaseUrl(),
  }
  const [copies, differing, reentries, signIns] = await Promise.all([
    gatherCopies(world, log),
    verify(world),
    reenter(world, history),
    signIn(world, customersIn(found)),
  ])
  const losses = [
    ...seen.losses,
    ...(await saidLosses(world, { isRefused: false, headers: await signedIn(world) })),
  ]
  const traces = await tracesOfErased(world, found)
  return { ...found, losses, copies, differing, reentries, signIns, traces, output: world.output() }
}

/** Waits for letters for as long as something may truly delay them. */
export async function withLetters({ world, faults }: Gathering, evidence: Evidence): Promise<Evidence> {
  const loses = faults.some(({ kind }) => kind === 'redis-gone')
  const limitMs = performance.now() + lettersWithinMs[loses ? 'withoutQueue' : 'usually']
  for (;;) {
    const found = { ...evidence, letters: lettersIn(world) }
    if (lettersArrive(found).length === 0 || performance.now() > limitMs) return found
    await pause(1_000)
  }
}

const lettersIn = (world: World) =>
  readdirSync(world.mail)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(path.join(world.mail, name), 'utf8'))
    .map(text => ({ id: /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? 'without an id', text }))

/** In the folder or in S3. */
function picturesIn(world: World): Evidence['pictures'] {
  const names = world.pictures.flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const keys = names.flatMap(name => /pictures\/[^/]+\/.+$/.exec(name)?.[0] ?? [])
  return { keys, atMs: performance.now() }
}

/** Until all are well, because one complaint may be that of a moment. */
async function finalReadiness(world: World): Promise<Readiness[]> {
  const said: Readiness[] = []
  for (const startMs = performance.now(); ; await pause(1_000)) {
    const atMs = performance.now()
    const now = (await world.readyz()).map(({ service, number, status, body }) => ({
      atMs,
      name: `${service} ${number}`,
      status,
      body,
    }))
    said.push(...now)
    if (!now.some(complains) || atMs > startMs + finallyWellMs) return said
  }
}

async function openedLog(url: string) {
  const store = await openEventStore({ url })
  return { ...store, [Symbol.asyncDispose]: () => store.close() }
}

/** The status once it is neither a limit nor an outage, or the last one. 0: no answer. */
async function finalStatus(ask: () => Promise<Response>): Promise<number> {
  for (const startMs = performance.now(); ; await pause(1_000)) {
    const { status } = (await ask().catch(() => null)) ?? { status: 0 }
    const isFinal = status !== 0 && status < 500 && status !== 429
    if (isFinal || performance.now() - startMs > mendedWithinMs) return status
  }
}

const reenter = ({ gateway }: World, { ended }: History): Promise<Evidence['reentries']> =>
  Promise.all(
    ended.map(async ({ visit, cookie }) => {
      const status = await finalStatus(() => fetch(`${gateway}/api/auth/user`, { headers: { cookie } }))
      return { visit, status }
    }),
  )

/** Two at a time: the product checks no more passwords at once. */
async function signIn({ gateway }: World, emails: readonly string[]): Promise<Evidence['signIns']> {
  const left = [...emails]
  const answered: { email: string; status: number }[] = []
  const one = async () => {
    for (let email = left.pop(); email; email = left.pop()) {
      const body = JSON.stringify({ email, password })
      const headers = { 'content-type': 'application/json' }
      const ask = () => fetch(`${gateway}/api/login`, { method: 'POST', headers, body })
      answered.push({ email, status: await finalStatus(ask) })
    }
  }
  await Promise.all([one(), one()])
  return answered
}

/** An append may end a minute after the erasure, and the key is destroyed after that. */
const keyGoneMs = 120_000

/** The address and the name of each erased person in every read table, and keys that are still there. */
async function tracesOfErased(
  world: World,
  found: Pick<Evidence, 'history' | 'log' | 'faults'>,
): Promise<string[]> {
  const erased = erasedIn(found)
  const persons = found.history.calls.filter(
    call => call.kind === 'register' && isOk(call) && erased.has(call.email),
  )
  const words = persons.flatMap(({ email, sent }) => [`%${email}%`, `%${sent?.lastName}%`])
  const accounts = erasedLongAgo(found, { agoMs: keyGoneMs, endMs: performance.now() })
  return withClient(world.databaseUrl(), async client => {
    const { rows: tables } = await client.query(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'read'`,
    )
    const traces: string[] = []
    for (const { name } of tables) {
      const text = `select count(*)::int as count from read.${name} t where t::text ilike any($1)`
      const { rows } = await client.query(text, [words])
      if (rows[0].count > 0) traces.push(`read.${name} has ${rows[0].count} rows of erased persons`)
    }
    const keys = `select person from vault.person_keys where wrapped is not null and person = any($1)`
    const { rows } = await client.query(keys, [accounts])
    return [...traces, ...rows.map(({ person }) => `the key of the erased ${person} is still there`)]
  })
}

const verifying = path.resolve(import.meta.dirname, '../../start/maintenance/verify.ts')

/** The operator’s own command. @returns what differs */
async function verify(world: World): Promise<string[]> {
  const options = { env: world.env(), maxBuffer: 1e8 }
  const ended = await promisify(execFile)(process.execPath, [verifying], options).then(
    () => null,
    it => it,
  )
  if (ended === null) return []
  const output = `${ended.stdout}${ended.stderr}`
  const lines = output.split('\n').filter(line => line.startsWith('DIFFERS'))
  return lines.length > 0 ? lines : [`npm run verify has failed: ${output.slice(-500)}`]
}
