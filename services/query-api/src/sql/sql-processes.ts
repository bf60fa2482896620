import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '@tba/runtime/disk.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { fairSlots } from '@tba/runtime/http/limits/fair-queue.ts'
import type { SqlResult, SqlRows, SqlSettings, SqlTask } from './sql.main.ts'

type Options = {
  /** Of the lake's files. */
  folder: string
  memoryMb?: number
  withinMs?: number
  idleMs?: number
}
export type SqlProcesses = ReturnType<typeof sqlProcesses>
type Process = { child: ChildProcess; temporary: string; idle?: NodeJS.Timeout }

/** Two at once of all accounts; four wait for a moment. */
const turns = { concurrency: 2, queueLimit: 4, waitMs: 5_000 }
const busy = () =>
  new HttpFailure(429, 'Altre domande sono in corso. Riprova tra poco.', { headers: { 'retry-after': '5' } })

/** Runs queries in processes that are killed when one takes too long or nobody waits any more. One is kept warm for a minute. */
export function sqlProcesses({ folder, memoryMb = 256, withinMs = 25_000, idleMs = 60_000 }: Options) {
  const enter = fairSlots(turns)
  const accounts = new Set<string>()
  const idle: Process[] = []
  const all = new Set<Process>()
  const home = path.join(folder, '..', 'sql')

  function start(): Process {
    const temporary = path.resolve(home, crypto.randomUUID())
    makeFolder(temporary)
    const settings: SqlSettings = { memoryMb, folder: path.resolve(folder), temporary }
    const child = fork(new URL('./sql.main.ts', import.meta.url), [JSON.stringify(settings)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const started = { child, temporary }
    all.add(started)
    child.once('exit', () => {
      all.delete(started)
      const at = idle.indexOf(started)
      if (at >= 0) idle.splice(at, 1)
      void rm(temporary, { recursive: true, force: true })
    })
    return started
  }

  function keepWarm(process: Process): void {
    process.idle = setTimeout(() => process.child.kill('SIGKILL'), idleMs).unref()
    process.child.unref()
    process.child.channel?.unref()
    idle.push(process)
  }

  /** @throws {HttpFailure} 400 with the database's sentence, 408, 429 */
  async function run<T>(
    account: string,
    signal: AbortSignal,
    taskOf: (temporary: string) => SqlTask,
    use: (rows: SqlRows) => Promise<T>,
  ): Promise<T> {
    if (accounts.has(account)) throw busy()
    accounts.add(account)
    const leave = await (async () => enter(account))().catch(() => {
      accounts.delete(account)
      throw busy()
    })
    try {
      signal.throwIfAborted()
      const process = idle.pop() ?? start()
      clearTimeout(process.idle)
      process.child.ref()
      process.child.channel?.ref()
      const kill = () => process.child.kill('SIGKILL')
      signal.addEventListener('abort', kill)
      let isLong = false
      const timer = setTimeout(() => {
        isLong = true
        kill()
      }, withinMs)
      try {
        const { child } = process
        child.send(taskOf(process.temporary))
        const result = await answerOf(child)
        if (!result) throw failureOf(isLong, signal)
        if ('refused' in result) throw new HttpFailure(400, result.refused)
        return await use(result)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', kill)
        if (process.child.exitCode === null && process.child.signalCode === null && !process.child.killed)
          keepWarm(process)
      }
    } finally {
      accounts.delete(account)
      leave()
    }
  }

  return {
    run,
    close(): void {
      for (const { child } of all) child.kill('SIGKILL')
    },
  }
}

/** Null: it has ended. */
async function answerOf(child: ChildProcess): Promise<SqlResult | null> {
  const done = new AbortController()
  const { signal } = done
  try {
    const exit = once(child, 'exit', { signal }).then(() => null)
    return await Promise.race([
      exit,
      once(child, 'message', { signal }).then(([message]) => message as SqlResult),
    ])
  } finally {
    done.abort()
  }
}

function failureOf(isLong: boolean, signal: AbortSignal): Error {
  if (isLong)
    return new HttpFailure(408, 'La domanda richiede più di 25 secondi. Scegli meno giorni o meno colonne.')
  signal.throwIfAborted()
  return new HttpFailure(400, 'La domanda richiede troppa memoria.')
}
