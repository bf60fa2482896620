import { readFileSync } from 'node:fs'
import { activityType } from '@tba/events/accounts/activity.ts'
import type { FunnelResult, SavedFunnelDetail } from '@tba/events/funnels/views.ts'
import type { CustomerDetail } from '@tba/events/people/views.ts'
import { shapeOf } from '@tba/events/registry.ts'
import { categoriesOf, eventsByCategory, streams } from '@tba/events/streams.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct({ limitScale: 1_000 })
await product.customer()
const accountId = await product.newestAccount()

const fixtures = new URL('../../../packages/events/fixtures/', import.meta.url)

/** Appended directly, so that the test needs no command of the event. */
async function happen(stream: string, type: string): Promise<void> {
  const { version, schema } = shapeOf(type)
  const data = JSON.parse(readFileSync(new URL(`${type}.v${version}.json`, fixtures), 'utf8'))
  if ('accountId' in schema.shape) data.accountId = accountId
  await product.store.append(stream, [storedEvent(type, data, { schemaVersion: version })], 'any')
}

const funnelTo = (type: string) => ({
  by: 'customer',
  windowSeconds: 3_600,
  steps: [{ event: 'AccountRegistered' }, { event: type }],
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
})
const countsIn = ({ steps }: Pick<FunnelResult, 'steps'>) => steps.map(({ count }) => count)

/** The counts of a direct run, and of a saved funnel. */
async function counted(type: string) {
  const asked = await console.ask('/api/admin/funnels/run', funnelTo(type))
  const saved = await console.post('/api/admin/funnels', { name: `Fino a ${type}`, ...funnelTo(type) })
  const { id } = saved.body as { id: string }
  const { result } = (await console.get(`/api/admin/funnels/${id}`)).body as SavedFunnelDetail
  return [countsIn(asked.body as FunnelResult), countsIn(result)]
}

test.each(categoriesOf('customer'))(
  'events in a customer’s stream of the kind %s count as theirs, and are shown as their activity',
  async kind => {
    const isNamed = streams[kind].personIn === null
    const stream = streams[kind](isNamed ? accountId : crypto.randomUUID())
    const types = activityType.options
      .filter(type => Object.hasOwn(eventsByCategory[kind], type) && type !== 'AccountRegistered')
      .map(String)
    for (const type of types) await happen(stream, type)

    const { streams: shown } = (await console.get(`/api/admin/customers/${accountId}`)).body as CustomerDetail
    expect(shown.includes(stream)).toBe(isNamed)
    const activity = await product.query('select type from read.activity where "accountId" = $1', [accountId])
    expect(activity.map(({ type }) => type)).toEqual(expect.arrayContaining(types))
    expect(await counted(types.at(-1) ?? '')).toEqual([
      [1, 1],
      [1, 1],
    ])
  },
)
