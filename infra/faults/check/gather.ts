import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openEventStore } from '@tba/event-store/open.ts'
import { idOf } from '@tba/events/streams.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { type Call, type History, isOk, password, type Readiness } from '../load/history.ts'
import type { HappenedFault, World } from '../world/world.ts'
import { type Evidence, erasedIn, mendedWithinMs, writtenBy } from './evidence.ts'
import { gatherCopies } from './gather-copies.ts'
import { complains } from './recovery.ts'
import { customersIn, lettersArrive } from './sessions.ts'

export type Gathering = { history: History; world: World; faults: readonly HappenedFault[] }

/** Jobs that a lost queue has forgotten are asked for again within five minutes. */
const lettersWithinMs = { withFaults: 330_000, alone: 20_000 }

/** Looks at everything after the load: through the gateway, and in the databases. */
export async function gather({ history: seen, world, faults }: Gathering): Promise<Evidence> {
  const last = await finalReadiness(world, faults)
  const history = { ...seen, readiness: [...seen.readiness, ...last] }
  const lossesPossible = world.lossesPossible()
  const isApart = world.logUrl() !== world.databaseUrl()
  const reentries = await Promise.all(
    history.ended.map(async ({ visit, cookie }) => {
      const status = await finalStatus(() => fetch(`${world.gateway}/api/auth/user`, { headers: { cookie } }))
      return { visit, status }
    }),
  )
  const none = { signIns: [], reentries, traces: [], differing: [], copies: [] }
  const evidence = () => lettersAndLog({ history, world, faults }, { ...none, lossesPossible, isApart })
  let found = await evidence()
  const signIns = []
  for (const email of customersIn(found)) signIns.push({ email, status: await signIn(world.gateway, email) })
  // What is not well now has been found already.
  const limitMs = lettersWithinMs[faults.length > 0 && !last.some(complains) ? 'withFaults' : 'alone']
  for (const startMs = performance.now(); performance.now() - startMs < limitMs; found = await evidence()) {
    if (lettersArrive(found).length === 0) break
    await pause(1_000)
  }
  const traces = await tracesOfErased(world, found)
  const differing = await verify(world)
  const copies = await gatherCopies(world, found.log)
  const output = world.output()
  return { ...found, signIns, traces, differing, copies, output }
}

/** Once everything has to be well again. */
async function finalReadiness(world: World, faults: Gathering['faults']): Promise<Readiness[]> {
  const wellMs = Math.max(0, ...faults.map(({ toMs }) => toMs)) + mendedWithinMs
  await pause(Math.max(0, wellMs - performance.now()))
  const said = await world.readyz()
  return said.map(({ service, number, ...rest }) => ({
    ...{ ...rest, atMs: performance.now(), name: `${service} ${number}` },
  }))
}

type Rest = Omit<Evidence, 'history' | 'faults' | 'log' | 'letters' | 'output'>

async function lettersAndLog({ history, world, faults }: Gathering, rest: Rest): Promise<Evidence> {
  await using store = await openedLog(world.logUrl())
  const log = await Array.fromAsync(store.readAll())
  const letters = readdirSync(world.mail)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(path.join(world.mail, name), 'utf8'))
    .map(text => ({ id: /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? 'without an id', text }))
  return { ...rest, history, faults, log, letters, output: world.output() }
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

const signIn = (gateway: string, email: string) =>
  finalStatus(() =>
    fetch(`${gateway}/api/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ email, password }),
    }),
  )

/** An append may end a minute after the erasure, and the key is destroyed after that. */
const keyGoneMs = 120_000

/** The address and the name of each erased person in every read table, and keys that are still there. */
async function tracesOfErased(world: World, { history, faults, log }: Evidence): Promise<string[]> {
  const erased = erasedIn({ history, log })
  const persons = history.calls.filter(
    call => call.kind === 'register' && isOk(call) && erased.has(call.email),
  )
  const words = persons.flatMap(({ email, sent }) => [`%${email}%`, `%${sent?.lastName}%`])
  const isQuiet = ({ toMs }: Call) =>
    toMs + keyGoneMs < performance.now() &&
    faults.every(fault => fault.toMs < toMs || fault.fromMs > toMs + keyGoneMs)
  const erasures = history.calls.filter(call => call.kind === 'erase' && isOk(call) && isQuiet(call))
  const accounts = erasures.flatMap(writtenBy(log)).map(({ stream }) => idOf(stream))
  return withClient(world.databaseUrl(), async client => {
    const { rows: tables } = await client.query(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'read'`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const text = `select count(*)::int as count from read.${name} t where t::text ilike any($1)`
      const { rows } = await client.query(text, [words])
      if (rows[0].count > 0) found.push(`read.${name} has ${rows[0].count} rows of erased persons`)
    }
    const keys = `select person from vault.person_keys where wrapped is not null and person = any($1)`
    const { rows } = await client.query(keys, [accounts])
    return [...found, ...rows.map(({ person }) => `the key of the erased ${person} is still there`)]
  })
}

const verifying = path.resolve(import.meta.dirname, '../../start/maintenance/verify.ts')

/** The operator’s own command. @returns what differs */
async function verify(world: World): Promise<string[]> {
  const options = { env: world.env(), maxBuffer: 1e8 }
  const ended = await promisify(execFile)(process.execPath, [verifying], options).then(
    () => null,
    each => each,
  )
  if (ended === null) return []
  const output = `${ended.stdout}${ended.stderr}`
  const lines = output.split('\n').filter(line => line.startsWith('DIFFERS'))
  return lines.length > 0 ? lines : [`npm run verify has failed: ${output.slice(-500)}`]
}
