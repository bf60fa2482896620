import type { UnitsPage } from '@tba/events/funnels/views.ts'
import type { PathTree } from '@tba/events/paths/views.ts'
import type { RetentionView } from '@tba/events/retention/views.ts'
import { password } from '../support/product.ts'
import { ownProduct } from '../support/shared.ts'
import { firefox } from '../support/user-agents.ts'

const { product, console } = await ownProduct()

const get = <T>(path: string) => console.read<T>(`/api/admin/${path}`)

test('the steps after an event are a tree whose branches open their visits, also by a field that only the log has', async () => {
  const visits = [`session_${crypto.randomUUID()}`, `session_${crypto.randomUUID()}`]
  const event = (sessionId: string, more: object) => ({
    kind: 'interaction',
    clientId: crypto.randomUUID(),
    sessionId,
    page: '/prezzi',
    ...more,
  })
  const [one = '', other = ''] = visits
  const events = [
    ...visits.map(visit => event(visit, { eventType: 'page_view' })),
    event(one, { eventType: 'button_click', elementText: 'Inizia' }),
    event(other, { eventType: 'scroll', additionalData: { percent: 75 } }),
  ]
  // Robots are not counted.
  const headers = { 'user-agent': firefox }
  expect((await product.visitor().post('/api/tracking/batch', { events }, { headers })).status).toBe(202)

  const query = 'event=InteractionTracked&where=eventType:is:page_view&depth=2'
  const tree = await get<PathTree>(`paths?${query}`)
  expect(tree).toMatchObject({ count: 2, share: 100 })
  const [branch] = tree.next.filter(({ name, where }) => JSON.stringify([name, where]).includes('Inizia'))
  expect(branch).toMatchObject({ count: 1, share: 50 })
  const opened = `paths/visits?${query}&way=${branch?.way}&asOf=${tree.position}`
  expect(await get<UnitsPage>(opened)).toMatchObject({
    units: [{ id: one, number: null, outcome: null, device: 'desktop' }],
    next: null,
    position: tree.position,
  })
  const { next } = await get<PathTree>(`paths?${query}&also=scroll&also=time_on_page`)
  expect(next.map(({ where }) => where[0]?.value)).toEqual(expect.arrayContaining(['button_click', 'scroll']))
  const conditions = [{ field: 'additionalData.percent', op: 'gt', value: 60 }]
  const deep = `where=${encodeURIComponent(JSON.stringify(conditions))}`
  expect(await get(`paths?event=InteractionTracked&direction=previous&${deep}`)).toMatchObject({ count: 1 })
})

test('customers who return after their registration are counted by week, and a cell opens them', async () => {
  const customer = await product.customer()
  const id = await product.newestAccount()
  await product.customer()
  expect((await customer.put('/api/user/profile', { bio: 'Di nuovo' })).status).toBe(200)
  const query = 'cohort=AccountRegistered&action=ProfileUpdated'
  const { rows, position } = await get<RetentionView>(`retention?${query}&unit=week`)
  const row = rows.at(-1)
  expect(row).toMatchObject({ size: 2, weeks: [{ week: 0, count: 1, running: true }] })
  const cell = `retention/customers?${query}&monday=${row?.cohort}&week=0&asOf=${position}`
  const known = { id, outcome: 'registered', device: null }
  const { units } = await get<UnitsPage>(cell)
  expect(units).toMatchObject([{ ...known, number: expect.any(Number) }])
  // An erased customer still counts, but without their number.
  expect((await customer.post('/api/user/erasure', { password })).status).toBe(200)
  expect((await get<UnitsPage>(cell)).units).toMatchObject([{ ...known, number: null }])
})
