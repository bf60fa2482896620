import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openEventStore } from '@tba/event-store/open.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openDataset } from './console/dataset.ts'

/**
 * The log as lines of JSON by the command line, against what PostgreSQL itself writes of the same events by COPY: by turns,
 * since what else runs on the machine slows both, and the medians of the rounds. `-- --visits 20000` for another log than of
 * half a million visits.
 *
 * COPY writes log.events, all columns in the log's order, as text: no line is put together for it.
 *
 * `--expired 2000` marks so many visits as expired first, as the chore does an hour before the log forgets them: they stay
 * marked in that log, so give it a number of visits that no other measurement uses.
 */
/** Lines a second. */
const reach = 100_000
const statement = 'copy (select * from log.events order by xid, position) to stdout'

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '5' },
    expired: { type: 'string', default: '0' },
  },
})

await using opened = new AsyncDisposableStack()
const { url, folder } = await openDataset(Number(values.visits), opened)
if (Number(values.expired) > 0) await expire(Number(values.expired))
const rounds: { copied: number; played: Awaited<ReturnType<typeof play>> }[] = []
while (rounds.length < Number(values.rounds)) rounds.push({ copied: await copy(), played: await play() })
const copied = median(rounds.map(round => round.copied))
const rate = median(rounds.map(({ played }) => played.rate))
const ratio = median(rounds.map(round => round.played.rate / round.copied))
const perSecond = (count: number) => `${Math.round(count).toLocaleString('en-US')} a second`
const mostMb = (of: 'peakMb' | 'halfMb') => Math.max(...rounds.map(({ played }) => played[of]))
console.log(`${rounds.length} rounds, medians`)
console.log(`${statement}: ${perSecond(copied)}`)
const missed = rate < reach ? '  MISSED' : ''
console.log(
  `npm run replay: ${perSecond(rate)}, ${ratio.toFixed(2)} times COPY (at least ${perSecond(reach)})${missed}`,
)
console.log(`memory of the command: ${mostMb('peakMb')} MB at most, ${mostMb('halfMb')} MB halfway`)

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

async function expire(count: number): Promise<void> {
  const store = await openEventStore({ url })
  const started = await Array.fromAsync(store.readAll({ types: ['VisitStarted'], limit: count }))
  const visits = started.map(({ stream }) => idOf(stream))
  const metadata = { actor: 'system', correlationId: 'bench', causationId: 'bench', schemaVersion: 1 }
  for (let at = 0; at < count; at += 100) {
    const data = { before: new Date().toISOString(), visits: visits.slice(at, at + 100) }
    const event = { id: randomUUID(), type: 'VisitsExpired', data, metadata }
    await store.append(streams.tracking(), [event], 'any')
  }
  await store.close()
}

async function copy(): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const startedMs = performance.now()
  const rows = client.query(copyTo(statement))
  await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }))
  const seconds = (performance.now() - startedMs) / 1_000
  await client.end()
  return rows.rowCount / seconds
}

async function play() {
  const script = path.join(import.meta.dirname, '../start/replay/replay.main.ts')
  const flags = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../start/bootstrap/v8-flags.json'), 'utf8'),
  ) as string[]
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', openSync('/dev/null', 'w'), 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    said += text
  })
  const residents: number[] = []
  const sampling = setInterval(() => residents.push(residentMb(child.pid)), 200)
  const [code] = await once(child, 'close')
  clearInterval(sampling)
  const [, events, seconds] = /Played ([\d,]+) events in ([\d.]+) s/.exec(said) ?? []
  if (code !== 0 || !events) throw new Error(`the replay ended with ${code}: ${said}`)
  return {
    rate: Number(events.replaceAll(',', '')) / Number(seconds),
    peakMb: Math.max(0, ...residents),
    halfMb: residents[Math.floor(residents.length / 2)] ?? 0,
  }
}

function residentMb(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1_024)
  } catch {
    return 0
  }
}
