import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openDataset } from './console/product.ts'
import { type Bench, type Figure, rateOf } from './harness.ts'
import { memoryMb } from './services.ts'

/** `npm run replay` as NDJSON, compared with PostgreSQL's COPY of the same events. */
const copy = 'copy (select * from log.events order by xid, position) to stdout'
const script = path.join(import.meta.dirname, '../start/replay/replay.main.ts')

export async function measure({ figure, rounds, ratio, opened, visitsOr }: Bench): Promise<void> {
  const { url, folder } = await openDataset(visitsOr(20_000), opened)
  const [copied, replayed] = [figure('COPY', 'events/s'), figure('npm run replay', 'lines/s')]
  const memory = figure('memory of the command', 'MB')
  await rounds(5, [
    async () => copied.values.push(await copiedPerSecond(url)),
    () => replay(folder, replayed, memory),
  ])
  ratio(replayed, copied)
}

async function copiedPerSecond(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rate = await rateOf(async () => {
    const rows = client.query(copyTo(copy))
    await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }))
    return rows.rowCount
  })
  await client.end()
  return rate
}

async function replay(folder: string, lines: Figure, memory: Figure): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, script], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const sampling = setInterval(() => memory.values.push(memoryMb(child.pid, 'VmRSS')), 200)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  const [, events, seconds] = /Played ([\d,]+) events in ([\d.]+) s/.exec(output) ?? []
  if (code !== 0 || !events) throw new Error(`the replay ended with ${code}: ${output}`)
  lines.values.push(Number(events.replaceAll(',', '')) / Number(seconds))
}
