import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { HistoryEvent, HistoryPage } from '@tba/events/history/views.ts'
import { stepKey } from '@tba/events/paths/path-step.ts'
import type { PathNode, PathTree, PathVisits } from '@tba/events/paths/views.ts'
import type { RetentionCustomers, RetentionView } from '@tba/events/retention/views.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../start/demo/demo.ts'
import { type Administrator, admin, administrator } from '../support/administrator.ts'
import { openProduct, password } from '../support/product.ts'
import { cellsBy, waysBy } from './funnels/ways.ts'

const opened = new AsyncDisposableStack()
let console: Administrator
/** All of the log, as an administrator reads it. */
let log: HistoryEvent[]
beforeAll(async () => {
  const { connectionString, drop } = await freshDatabase()
  opened.defer(drop)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tba-paths-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const secrets = secretsFrom(newSecrets())
  const { signal } = new AbortController()
  const site = 'http://localhost:3000'
  await demo(
    { connectionString, secrets, dataDir, admin, signal, onAdminMade() {} },
    { visits: 150, seed: 'percorsi', site, untilMs: Date.now() - 90_000, password },
  )
  const product = opened.use(await openProduct({ databaseUrl: connectionString, secrets }))
  console = await administrator(product)
  log = await whole()
}, 120_000)
afterAll(() => opened.disposeAsync())

async function get<T>(path: string): Promise<T> {
  const { status, body, text } = await console.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return body as T
}

async function whole(): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = []
  let cursor = ''
  do {
    const page = await get<HistoryPage>(`/api/admin/events?order=asc&limit=200${cursor}`)
    events.push(...page.events)
    cursor = page.next === null ? '' : `&cursor=${page.next}`
  } while (cursor !== '')
  return events
}

/** Every page of what a branch or a cell counts. */
async function paged<T extends { next: string | null }>(path: string, limit: number): Promise<T[]> {
  const pages: T[] = []
  let cursor = ''
  do {
    const page = await get<T>(`${path}&limit=${limit}${cursor}`)
    pages.push(page)
    cursor = page.next === null ? '' : `&cursor=${page.next}`
  } while (cursor !== '')
  return pages
}

describe('paths', () => {
  const keyOf = ({ event, where, name }: PathNode) =>
    event === null
      ? 'fine'
      : stepKey({
          event,
          name,
          where: where.map(({ field, value }) => ({ field, op: 'is', value: String(value) })),
        })

  async function compare(query: string, ways: ReadonlyMap<string, string[]>) {
    const tree = await get<PathTree>(`/api/admin/paths?${query}`)
    expect(tree.count).toBe(ways.size)
    const opened: [PathNode, string[]][] = []
    const check = (node: PathNode, gone: string[], before: number) => {
      const along = [...ways].filter(([, way]) => gone.every((key, at) => way[at] === key))
      expect(node.count).toBe(along.length)
      expect(node.share).toBe(Math.round((along.length / before) * 1_000) / 10)
      opened.push([node, along.map(([id]) => id)])
      if (node.next.length > 0) expect(node.next.reduce((sum, { count }) => sum + count, 0)).toBe(node.count)
      for (const next of node.next) {
        if (next.event === 'altri') opened.push([next, []])
        else check(next, [...gone, keyOf(next)], node.count)
      }
    }
    check(tree, [], tree.count)
    return { tree, opened }
  }

  test('what followed an event is what a look at each visit by itself finds, and each branch opens its visits', async () => {
    const query = 'event=InteractionTracked&where=eventType:is:page_view&depth=2'
    const ways = waysBy(
      log,
      ({ type, data }) => type === 'InteractionTracked' && data.eventType === 'page_view',
      {
        depth: 2,
      },
    )
    expect(ways.size).toBeGreaterThan(50)
    const { tree, opened } = await compare(query, ways)
    for (const [{ way, count }, ids] of opened) {
      const address = `/api/admin/paths/visits?${query}&way=${way}&asOf=${tree.position}`
      const pages = await paged<PathVisits>(address, 50)
      const found = pages.flatMap(({ visits }) => visits)
      expect(found).toHaveLength(count)
      expect(new Set(found.map(({ id }) => id)).size).toBe(count)
      if (ids.length > 0) expect(found.map(({ id }) => id).sort()).toEqual(ids.sort())
      expect(pages.every(({ position }) => position === tree.position)).toBe(true)
    }
  })

  test.each([
    ['', 'Tipo di evento richiesto'],
    ['event=Inventato', 'Tipo di evento sconosciuto: Inventato'],
    ['event=LeadSubmitted&where=email:is:a', 'Il campo email è sigillato'],
    ['event=LeadSubmitted&where=colore:is:a', 'Campo sconosciuto: colore'],
    ['event=LeadSubmitted&where=[', 'Condizione non valida: campo:operatore:valore'],
    ['event=LeadSubmitted&depth=6', 'Profondità da 1 a 5'],
    ['event=LeadSubmitted&direction=su', 'Direzione non valida: next o previous'],
    ['event=LeadSubmitted&from=2026-02-01&to=2026-01-01', 'Il periodo finisce prima di cominciare'],
    ['event=LeadSubmitted&asOf=nessuna', 'Posizione non valida'],
    ['event=LeadSubmitted&colore=verde', /colore/],
  ])('what makes no sense is refused in words: %s', async (query, sentence) => {
    const { status, body } = await console.get(`/api/admin/paths?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    })
  })
})

describe('retention', () => {
  test.each([['AccountRegistered', 'SessionOpened']])(
    'after %s, %s is counted week by week as a look at each customer finds it',
    async (cohort, action) => {
      const query = `cohort=${cohort}&action=${action}`
      const view = await get<RetentionView>(`/api/admin/retention?${query}&unit=week`)
      const cells = cellsBy(log, ({ type }) => type === cohort, action)
      expect(view.rows.map(({ cohort }) => cohort)).toEqual(
        [...cells.keys()].filter(key => !key.includes('.')).sort(),
      )
      for (const { cohort: monday, size, weeks } of view.rows) {
        const told = [{ week: null, count: size }, ...weeks]
        for (const { week, count } of told) {
          const ids = cells.get(week === null ? monday : `${monday}.${week}`) ?? []
          expect(count, `${monday} and ${week} weeks`).toBe(ids.length)
          if (count === 0) continue
          const address = `/api/admin/retention/customers?${query}&monday=${monday}&asOf=${view.position}`
          const pages = await paged<RetentionCustomers>(
            week === null ? address : `${address}&week=${week}`,
            3,
          )
          expect(pages.flatMap(({ customers }) => customers.map(({ id }) => id)).sort()).toEqual(ids.sort())
        }
        expect(weeks.map(({ week }) => week)).toEqual(weeks.map((_, at) => at))
        expect(weeks.map(({ running }) => running)).toEqual(weeks.map((_, at) => at === weeks.length - 1))
      }
    },
  )

  test.each([
    ['', /richiesta/],
    ['action=Inventato', 'Tipo di evento sconosciuto: Inventato'],
    ['action=SessionOpened&unit=day', 'Si conta per settimana: unit=week'],
    ['action=SessionOpened&colore=verde', /colore/],
  ])('what makes no sense is refused in words: %s', async (query, sentence) => {
    const { status, body } = await console.get(`/api/admin/retention?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    })
  })
})
