import type { SavedView } from '@tba/events/views/views.ts'
import { administrator } from '../support/administrator.ts'
import { ownProduct } from '../support/shared.ts'

const path = '/api/admin/views'
const leads = { name: 'Contatti', filters: { type: ['LeadErased', 'LeadSubmitted'], stream: 'lead-*' } }
const hostile = '<img src=x onerror="alert(1)">'

const { product, console } = await ownProduct()

/** The next answer contains the caller's own write. */
const views = () => console.read<{ views: SavedView[]; next: string | null }>(path)
const save = (view: object) => console.create(path, view)

test('are visible to every administrator, with author and time', async () => {
  const id = await save(leads)
  const other = await administrator(product)
  const [newest] = (await views()).views
  const savedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const savedBy = expect.stringMatching(/^admin:[0-9a-f-]{36}$/)
  expect(newest).toEqual({ id, ...leads, savedBy, savedAt })
  expect((await other.get(path)).body).toMatchObject({ views: [{ id }] })
})

test('are renamed, overwritten and deleted, with an event each', async () => {
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

  const deleted = { status: 404, body: { message: 'La vista è già stata eliminata' } }
  expect(await change(leads)).toMatchObject(deleted)
  expect(await console.call('DELETE', `${path}/${id}`)).toMatchObject(deleted)
  const unknown = await console.call('DELETE', `${path}/${crypto.randomUUID()}`)
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Vista non trovata' } })
})
