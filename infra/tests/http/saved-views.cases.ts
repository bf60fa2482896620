import { randomUUID } from 'node:crypto'
import type { Emulator } from '@tba/event-store/eventstoredb/testing/emulator/emulator.ts'
import type { SavedView } from '@tba/events/views/views.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Administrator, admin, administrator } from '../support/administrator.ts'
import { openProduct, type TestedProduct } from '../support/product.ts'

const path = '/api/admin/views'
const leads = { name: 'Contatti', filters: { type: ['LeadErased', 'LeadSubmitted'], stream: 'lead-*' } }
const hostile = '<img src=x onerror="alert(1)">'

/** Over a log in PostgreSQL, or in what is started. */
export const savedViewsCases = (name: string, start: () => Promise<Emulator | null>) =>
  describe(`saved views, with the log in ${name}`, () => {
    let emulator: Emulator | null
    let product: TestedProduct
    let console: Administrator
    beforeAll(async () => {
      emulator = await start()
      product = await openProduct({ admin, ...(emulator && { eventStoreUrl: emulator.url }) })
      console = await administrator(product)
    })
    afterAll(async () => {
      await product[Symbol.asyncDispose]()
      await emulator?.close()
    })

    /** What a call of one's own wrote is in the next answer. */
    async function views(query = '') {
      const answer = await console.settled(path + query)
      expect(answer.status).toBe(200)
      return answer.body as { views: SavedView[]; next: string | null }
    }
    async function save(view: object): Promise<string> {
      const { status, body } = await console.post(path, view)
      expect([status, body]).toEqual([201, { id: expect.any(String) }])
      return (body as { id: string }).id
    }

    test('are there for every administrator from then on, with who saved them and when', async () => {
      const id = await save(leads)
      const other = await administrator(product)
      const [newest] = (await views()).views
      const savedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const savedBy = expect.stringMatching(/^admin:[0-9a-f-]{36}$/)
      expect(newest).toEqual({ id, ...leads, savedBy, savedAt })
      expect((await other.get(path)).body).toMatchObject({ views: [{ id }] })
    })

    test('are renamed, saved over and deleted, each of them an event', async () => {
      const id = await save(leads)
      const change = (view: object) => console.call('PUT', `${path}/${id}`, view)
      expect(await change({ ...leads, name: hostile })).toMatchObject({ status: 200, body: { ok: true } })
      expect((await views()).views[0]).toMatchObject({ id, name: hostile, filters: leads.filters })
      expect((await change({ name: 'Tutto', filters: { q: 'è perché' } })).status).toBe(200)
      expect((await change({ name: 'Tutto', filters: { q: 'è perché' } })).status).toBe(200)
      expect((await views()).views[0]).toMatchObject({ name: 'Tutto', filters: { q: 'è perché' } })
      expect((await console.call('DELETE', `${path}/${id}`)).status).toBe(200)
      expect((await views()).views.map(view => view.id)).not.toContain(id)
      const recorded = await product.recorded({ stream: `historyView-${id}` })
      expect(recorded.map(({ type }) => type)).toEqual([
        ...['HistoryViewSaved', 'HistoryViewRenamed', 'HistoryViewSaved', 'HistoryViewDeleted'],
      ])

      const gone = { status: 404, body: { message: 'La vista è già stata eliminata' } }
      expect(await change(leads)).toMatchObject(gone)
      expect(await console.call('DELETE', `${path}/${id}`)).toMatchObject(gone)
      const unknown = await console.call('DELETE', `${path}/${randomUUID()}`)
      expect(unknown).toMatchObject({ status: 404, body: { message: 'Vista non trovata' } })
    })

    test('are saved once under a key, however often it is sent', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const answers = [1, 2, 3].map(() => console.post(path, leads, { headers }))
      const ids = new Set<unknown>()
      for (const { status, body } of await Promise.all(answers))
        if (status === 201) ids.add((body as { id: string }).id)
        else expect(status).toBe(409)
      expect(ids.size).toBe(1)
      const again = await console.post(path, leads, { headers })
      expect([again.status, again.body]).toEqual([201, { id: [...ids][0] }])
    })

    test('come a page at a time, the newest first, each of them once', async () => {
      for (const name of ['uno', 'due', 'tre']) await save({ name, filters: {} })
      const whole = (await views()).views.map(({ id }) => id)
      const paged: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page = await views(`?limit=2${next && `&cursor=${next}`}`)
        expect(page.views.length).toBeLessThanOrEqual(2)
        paged.push(...page.views.map(({ id }) => id))
        next = page.next
      }
      expect(paged).toEqual(whole)
    })

    test.each([
      [{ filters: {} }, 'Nome richiesto'],
      [{ name: ' ', filters: {} }, 'Nome richiesto'],
      [{ name: 'x'.repeat(81), filters: {} }, 'Al massimo 80 caratteri'],
      [{ name: 'x', filters: { from: 'ieri' } }, 'Data non valida'],
      [{ name: 'x', filters: { cursor: 'abc' } }, 'Campo sconosciuto'],
      [{ name: 'x', filters: {}, owner: 'me' }, 'Campo sconosciuto'],
    ])('are refused in Italian for what cannot be kept: %o', async (body, message) => {
      const refused = await console.post(path, body)
      expect(refused.status).toBe(400)
      expect((refused.body as { message: string }).message).toContain(message)
    })

    test.each(['?limit=0', '?limit=201', '?limit=x', '?cursor=abc', '?altro=1'])(
      'are not listed for %s',
      async query => {
        const { status, body } = await console.get(path + query)
        expect([status, typeof (body as { message: unknown }).message]).toEqual([400, 'string'])
      },
    )
  })
