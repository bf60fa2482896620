import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { OverviewView } from '@tba/events/overview/views.ts'
import type { RetentionResult } from '@tba/events/retention/views.ts'
import { type Engine, openClickHouse, openDuckdb } from '../lake/engines.ts'
import { openProduct, type Product } from './console/product.ts'
import type { Bench } from './harness.ts'

/**
 * A funnel of three steps, Panoramica and retention over all events of the console's large log: in the console, and by DuckDB and ClickHouse
 * over the lake's files, with the texts of `infra/lake`. All must count the same.
 */
const period = { from: '2020-01-01T00:00:00.000Z', to: '2029-01-01T00:00:00.000Z' }
const steps = [
  { event: 'VisitStarted' },
  { event: 'InteractionTracked', where: [{ field: 'page', op: 'is', value: '/prezzi' }] },
  { event: 'LeadSubmitted' },
]
const windowSeconds = 3_600
/** `AccountRegistered` and then `SessionOpened`, as the texts have it. */
const returns = { by: 'person', unit: 'week', mode: 'in', first: 'ever' }
const ms = { from: Date.parse(period.from), to: Date.parse(period.to) }

type Manifest = { files: { path: string; rows: number }[] }

export async function measure({ figure, rounds, ratio, opened, visitsOr, copies }: Bench): Promise<void> {
  const product = await openProduct(visitsOr(500_000), opened, copies)
  const { folder, files, bytes, events } = await wholeLake(product)
  figure('bytes an event in the lake', 'bytes').values.push(bytes / events)
  console.log(`The lake has ${events} events in ${files.events.length} files.`)
  const clickHouse = opened.use(await openClickHouse(path.join(tmpdir(), 'tba-bench-clickhouse')))
  const engines = [await openDuckdb(), clickHouse]
  for (const engine of engines) await engine.useLake(folder, files)
  let shift = 0
  const questions = {
    funnel: {
      async console() {
        const definition = { by: 'visit', steps, ...period, windowSeconds: windowSeconds + ++shift }
        const { steps: counted } = await product.askLong<{ steps: { count: number }[] }>(
          '/api/admin/funnels/run',
          definition,
        )
        return counted.map(({ count }) => count)
      },
      async outside(engine: Engine) {
        const rows = await engine.ask(textOf('funnel', engine), {
          ...ms,
          window: (windowSeconds + shift) * 1_000,
        })
        return rows.map(([, count]) => Number(count))
      },
    },
    Panoramica: {
      async console() {
        const to = new Date(ms.to + ++shift).toISOString()
        const { totals } = await product.askLong<OverviewView>(
          `/api/admin/overview?${new URLSearchParams({ ...period, to })}`,
        )
        return [totals.visits, totals.pageViews, totals.bounced]
      },
      async outside(engine: Engine) {
        const rows = await engine.ask(textOf('overview', engine), ms)
        return ['total', 'pageViews', 'bounced'].map(name =>
          Number(rows.find(([list]) => list === name)?.[2] ?? 0),
        )
      },
    },
    'retention by person': {
      async console() {
        const [from, to] = [ms.from - ++shift, ms.to].map(at => new Date(at).toISOString())
        const definition = { ...returns, entry: { event: 'AccountRegistered' }, from, to }
        const { cohorts } = await product.askLong<RetentionResult>('/api/admin/retention/run', {
          ...definition,
          action: { event: 'SessionOpened' },
        })
        return cohorts.flatMap(({ size, counts }) => [size, ...counts.filter(count => count)]) as number[]
      },
      async outside(engine: Engine) {
        const rows = await engine.ask(textOf('retention', engine), { ...returns, ...ms })
        return [...Map.groupBy(rows, ([cohort]) => `${cohort}`).values()].flatMap(its => [
          Number(its[0]?.[1]),
          ...its.map(([, , , count]) => Number(count)).filter(count => count > 0),
        ])
      },
    },
  }
  for (const [name, question] of Object.entries(questions)) {
    const inConsole = figure(`${name} in the console`, 'ms')
    let counted: number[] = []
    const turnOf = (measured: typeof inConsole, count: () => Promise<number[]>) => async () => {
      const startMs = performance.now()
      const found = await count()
      measured.values.push(performance.now() - startMs)
      return found
    }
    const outside = engines.map(engine => ({
      engine,
      measured: figure(`${name} in ${engine.dialect}`, 'ms'),
    }))
    await rounds(5, [
      async () => {
        counted = await turnOf(inConsole, question.console)()
        for (const { engine, measured } of outside) {
          const found = await turnOf(measured, () => question.outside(engine))()
          if (`${found}` !== `${counted}`)
            throw new Error(`${engine.dialect} counts ${found}, the console ${counted}`)
        }
      },
    ])
    for (const { measured } of outside) ratio(measured, inConsole)
  }
}

const textOf = (name: string, { dialect }: Engine) =>
  readFileSync(path.join(import.meta.dirname, `../lake/${name}.${dialect}.sql`), 'utf8')

/** The query-api writes it a minute after its start. */
async function wholeLake({ analytics, log, copied }: Product) {
  const folder = path.join(analytics, 'lake')
  const manifest = path.join(folder, '_manifest.json')
  const { rows } = await log.sql.query<{ all: number }>('select count(*)::integer as all from log.events')
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  for (;;) {
    const { files } = existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest)
      : { files: [] }
    const of = (kind: string) => files.filter(file => file.path.startsWith(kind))
    const events = sum(of('events').map(file => file.rows))
    // Who signs in adds an event meanwhile.
    if (events >= Math.max(rows[0]?.all ?? 0, copied))
      return {
        folder,
        events,
        files: { events: of('events').map(file => file.path), visits: of('visits').map(file => file.path) },
        bytes: sum(files.map(file => statSync(path.join(folder, file.path)).size)),
      }
    await after(1_000)
  }
}
