import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { postgresOn, signalIfAlive } from '@tba/embedded-postgres/leftover.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore } from '@tba/event-store/port.ts'
import { type ObservedProcess, observe, observeInTest } from '@tba/testing/observed-process.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { withClient } from '@tba/testing/with-client.ts'
import type pg from 'pg'
import { joinDatabase } from '../../start/local/data/database.ts'

/** A started product, as an operator sees it. */
export type Run = ObservedProcess & {
  /** The port of the ready line. */
  ready: Promise<number>
}

interface RunOptions {
  env: NodeJS.ProcessEnv
  uid?: number
  command?: string[]
}

const inStart = (file: string) => path.join(import.meta.dirname, '../../start', file)

export const script = (file: string, ...args: string[]): string[] => [
  ...[process.execPath, '--import', pathToFileURL(inStart('bootstrap/stop-with-parent.mjs')).href],
  ...[inStart(file), ...args],
]

/** Runs the product in its own process. The end of the test kills the rest of it, also Postgres. */
export function run(options: RunOptions): Run {
  return withPort(observeInTest(spawnProduct(options)))
}

/** @returns what a command printed that has to succeed */
export async function completed(options: RunOptions): Promise<string> {
  const { ended, output } = run(options)
  expect(await ended, output().slice(-3_000)).toBe(0)
  return output()
}

/** Expects that a start or a command is refused in one sentence. @returns all it printed */
export async function expectRefusal(options: RunOptions, sentence: RegExp | string): Promise<string> {
  const { ended, errors, output } = run(options)
  expect(await ended, output()).toBe(1)
  expect(errors()).toMatch(sentence)
  expect(errors().trimEnd()).not.toContain('\n')
  return output()
}

/** Runs a shell command of an operator in the checkout, on these data. */
export function shell(dataDir: string, command: string) {
  const { EVENTSTORE_URL, ...given } = process.env
  const done = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: { ...given, DATA_DIR: dataDir },
    encoding: 'utf8',
    // Node ends the command by a signal if the output is larger.
    maxBuffer: 64 * 1024 ** 2,
  })
  return { code: done.status, out: done.stdout, errors: done.stderr }
}

export async function stop({ child, ended, output }: Run): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended, output()).toBe(0)
}

/** The same for a whole file, or without a test: the caller stops it. */
export function start(options: RunOptions): Run {
  return withPort(observe(spawnProduct(options)))
}

function spawnProduct({ env, uid, command = script('local/main.ts') }: RunOptions) {
  const [program = '', ...args] = command
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const environment = { PATH, NODE_COMPILE_CACHE, PORT: '0', ...env }
  return spawn(program, args, { env: environment, stdio: [...stdio], ...identity })
}

function withPort(seen: ObservedProcess): Run {
  const ready = seen.says(/^ready: http:\/\/localhost:(\d+)$/m).then(([, port]) => Number(port))
  ready.catch(() => undefined)
  return { ...seen, ready }
}

/**
 * A folder for one test. Its end stops the Postgres in it, and removes it.
 * @param options `isOnDisk`: for tests that need a real disk
 */
export function temporaryFolder({ isOnDisk = false } = {}): string {
  const prefix = 'tba local '
  const folder = isOnDisk ? fs.mkdtempSync(path.join(os.tmpdir(), prefix)) : quickFolder(prefix)
  onTestFinished(async () => {
    for (const { pid } of runningPostgres(folder)) signalIfAlive(pid, 'SIGKILL')
    await until(() => runningPostgres(folder).length === 0)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

export function runningPostgres(dataDir: string): { pid: number }[] {
  const folder = clusterFolder(dataDir)
  return fs.existsSync(folder) ? postgresOn(folder) : []
}

export function postmasterOf(dataDir: string): number {
  return Number.parseInt(fs.readFileSync(path.join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8'), 10)
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 20))
}

/** Uses the database of the running product, with its own settings. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient((await joinDatabase(dataDir)).url, work)
}

/** Reads the log of the running product. */
export async function withLog<T>(dataDir: string, work: (store: EventStore) => Promise<T>): Promise<T> {
  const store = await openEventStore({ url: (await joinDatabase(dataDir)).url })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
