import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { namedCustomers } from '../../start/demo/named-customers.ts'
import { lockFolder } from '../../start/local/data/data-folder.ts'
import { openDatabase, scopeOf } from '../../start/local/data/database.ts'
import {
  analyticsFolder,
  type BenchDatabase,
  type BenchResources,
  openResources,
  type Service,
  startService,
} from '../services.ts'
import { multiplyCopy } from './multiply.ts'

const admin = { email: 'admin@example.com', password: 'segreta-di-prova' }
const demo = path.join(import.meta.dirname, '../../start/demo/main.ts')

/** Not the folder for temporary files: that one ends with the command. */
const home = process.env.DATA_DIR ?? path.join(import.meta.dirname, '../../../.data')

/** A month of `npm run demo`, about ten events per visit. Created once in a folder that stays for the next run. */
export async function openDataset(visits: number, opened: AsyncDisposableStack): Promise<BenchDatabase> {
  const folder = path.join(home, `bench-${visits}`)
  const whole = path.join(folder, 'whole')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(whole)) {
    const args = ['--visits', `${visits}`, '--seed', 'bench', '--password', admin.password]
    const env = { DATA_DIR: folder, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
    const child = fork(demo, args, { env: { ...process.env, ...env } })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`no month could be made in ${folder}`)
    writeFileSync(whole, '')
  }
  lockFolder(folder, opened)
  return { ...(await openDatabase(folder, scopeOf(opened))), folder }
}

type Made = Awaited<ReturnType<typeof multiplyCopy>>
const madeIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Made

/** The product on a dataset, each service in its own process. */
export type Product = Awaited<ReturnType<typeof openProduct>>

/** @param times what the analysts' copy holds of the log, copied in SQL; made once, as the dataset */
export async function openProduct(visits: number, opened: AsyncDisposableStack, times = 1) {
  const dataset: BenchDatabase = await openDataset(visits, opened)
  const log: BenchResources = await openResources(dataset, opened)
  await startService('projector', dataset, opened)
  const commandApi = await startService('command-api', dataset, opened)
  const administrator = await signedIn('/api/admin/login', admin)
  let { token } = (await administrator.json()) as { token: string }
  const customer = await signedIn('/api/login', {
    email: namedCustomers.at(-1)?.email,
    password: admin.password,
  })
  const cookie = customer.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  const analytics =
    times > 1 ? `${analyticsFolder(dataset.folder)}-${times}` : analyticsFolder(dataset.folder)
  const startQueryApi = () => startService('query-api', dataset, opened, { ANALYTICS_FOLDER: analytics })
  const made = path.join(analytics, 'made.json')
  // Another version of the copy begins anew, from the log.
  const isMade = () =>
    times === 1 || (existsSync(made) && existsSync(path.join(analytics, madeIn(made).file)))
  if (!isMade()) rmSync(analytics, { recursive: true, force: true })
  let queryApi = await startQueryApi()

  async function signedIn(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(commandApi.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    return answer
  }

  /** Calls as an administrator; with a body as POST. Waits for the complete response. */
  async function ask<T>(path: string, body?: object, more = {}): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
    const post = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(queryApi.url + path, { headers, ...post })
    token = answer.headers.get('x-token') ?? token
    const text = await answer.text()
    // The first copy is being built.
    if (answer.status === 503 && text.includes('in costruzione')) return ask(path, body, more)
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }

  type Later = { id?: string; state?: string; result?: unknown }

  /** Asks as the console does, for up to 10 minutes. */
  async function askLong<T>(path: string, body?: object): Promise<T> {
    const answer = await ask<Later>(path, body, { prefer: 'respond-async' })
    if (answer.id === undefined) return answer as T
    for (;;) {
      const { state, result } = await ask<Later>(`/api/admin/questions/${answer.id}`)
      if (state === 'done') return result as T
      if (state !== 'running') throw new Error(`${path} ended as ${state}`)
      await pause(20)
    }
  }

  /** Downloads all events again and again, until the signal aborts. */
  async function downloadInLoop(signal: AbortSignal): Promise<void> {
    const url = `${queryApi.url}/api/admin/export/events?format=ndjson`
    while (!signal.aborted)
      await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal })
        .then(answer => answer.body?.pipeTo(new WritableStream()))
        .catch(() => {})
  }

  /** Waits until the analytics copy answers. */
  const waitForAnswer = () => ask('/api/admin/events?limit=1')
  await waitForAnswer()
  if (!isMade()) {
    await queryApi.stop()
    writeFileSync(made, JSON.stringify(await multiplyCopy(analytics, times)))
    queryApi = await startQueryApi()
    await waitForAnswer()
  }
  return {
    /** What the copy held after it was made. */
    copied: times === 1 ? 0 : madeIn(made).events,
    dataset,
    analytics,
    log,
    commandApi,
    ask,
    askLong,
    downloadInLoop,
    waitForAnswer,
    queryApi: (): Service => queryApi,
    stopQueryApi: () => queryApi.stop(),
    /** Starts it, if it was stopped. */
    async restartQueryApi() {
      await queryApi.stop()
      queryApi = await startQueryApi()
    },
    progress: () =>
      fetch(`${queryApi.url}/api/user/progress`, { headers: { cookie } }).then(answer => answer.text()),
  }
}
