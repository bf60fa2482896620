import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { streams } from '@tba/events/streams.ts'
import { recordedFixture } from '@tba/projector/testing/fixtures.ts'
import { readManifest } from '@tba/runtime/storage/lake.ts'
import { lakeOnDisk } from '@tba/runtime/storage/lake-on-disk.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { OpenCopy } from '../../analytics/copy/open-copy.ts'
import { verifyLake } from '../verify-lake.ts'
import { writeLake } from '../write-lake.ts'

const settings = { memoryMb: 128, siteHost: null }
const today = '2026-03-01'

/** Writes the lake of a copy, until it is killed. */
const writes = `
  import { OpenCopy } from '${import.meta.resolve('../../analytics/copy/open-copy.ts')}'
  import { writeLake } from '${import.meta.resolve('../write-lake.ts')}'
  const { FOLDER: folder } = process.env
  const copy = await OpenCopy.open(folder + '/copy.duckdb', ${JSON.stringify(settings)})
  const { signal } = new AbortController()
  const waiting = { preferred: null, required: null, waitMs: 0, signal, passed: async share => console.log(share) }
  await copy.answer(waiting, snapshot => writeLake(snapshot, { folder: folder + '/lake', today: '${today}', writer: 'killed' }))
  setInterval(() => {}, 1_000)`

const dayOf = (at: number) =>
  `2026-02-${String((at % 28) + 1).padStart(2, '0')}T${String(at % 24).padStart(2, '0')}:00:00.000Z`

/**
 * Kills the writer of the lake so many times, each at another of its days, with new, late and expired events in between.
 * @returns what `verify` finds at the end
 */
export async function killWriter(
  kills: number,
): Promise<{ faults: string[]; rows: number; events: number; killed: number }> {
  const folder = quickFolder('tba-lake-kill-')
  const store = lakeOnDisk(path.join(folder, 'lake'))
  const open = () => OpenCopy.open(path.join(folder, 'copy.duckdb'), settings)
  let [at, killed] = [0, 0]
  async function add(count: number): Promise<void> {
    const copy = await open()
    const seen = Array.from({ length: count }, () => {
      const visit = `visit-${++at % 400}`
      return recordedFixture('InteractionTracked', { stream: streams.visit(visit), recordedAt: dayOf(at) })
    })
    const details = { stream: streams.tracking(), recordedAt: dayOf(at) }
    const expired = recordedFixture('VisitsExpired', details, { visits: [`visit-${at % 390}`] })
    await copy.writer.add([...seen, expired], { isCaughtUp: true })
    await copy.close()
  }
  for (let round = 0; round < kills; round++) {
    await add(round === 0 ? 4_000 : 40)
    const child = spawn(process.execPath, ['--input-type=module', '-e', writes], {
      env: { ...process.env, FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // After so many days, and a moment in the next.
    for (let days = 0; days <= round % 9; days++) await once(child.stdout, 'data')
    await after(round % 7)
    if (child.exitCode === null) killed += 1
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const copy = await open()
  const ask: <T>(work: Parameters<typeof copy.answer<T>>[1]) => Promise<T> = work =>
    copy.answer({ preferred: null, required: null, waitMs: 0, signal: new AbortController().signal }, work)
  await ask(snapshot => writeLake(snapshot, { folder: path.join(folder, 'lake'), today, writer: 'last' }))
  const manifest = await readManifest(store)
  if (!manifest) throw new Error('there is no manifest')
  const faults = await ask(snapshot => verifyLake(snapshot, { store, manifest, folder, onDay: () => {} }))
  const rows = manifest.files
    .filter(file => file.path.startsWith('events/'))
    .reduce((sum, file) => sum + file.rows, 0)
  const { events } = copy.progress
  await copy.close()
  return { faults, rows, events, killed }
}
