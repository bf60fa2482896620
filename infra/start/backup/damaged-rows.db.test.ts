import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { NewEvent } from '@tba/event-store/port.ts'
import { schemaVersion } from '@tba/event-store/postgres/migrations.ts'
import { bringIn, copyIn, copyOut } from '@tba/event-store/postgres/restoring.ts'
import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, emptyDatabase, ownFolder } from '../../tests/support/backed-up.ts'
import { recordedIn } from '../../tests/support/recorded.ts'
import { copyFromFile, copyToFile } from './copy.ts'

const correlationId = randomUUID()
const plan = (type = 'PlanActivated'): NewEvent => ({
  id: randomUUID(),
  type,
  data: { plan: 'elite' },
  metadata: { actor: 'visitor', correlationId },
})

/** What a fault of the disk, or somebody by hand, makes of a row. */
const damages: [string, (id: string) => string][] = [
  ['a payload that is no JSON', id => `update log.records set payload = '["eli' where event_id = '${id}'`],
  [
    'a text that PostgreSQL cannot hold',
    id => `update log.records set payload = '["\\u0000", "visitor"]' where event_id = '${id}'`,
  ],
  ['a payload that is no list', id => `update log.records set payload = '{}' where event_id = '${id}'`],
  ['a shape that is nowhere', id => `update log.records set shape = 17 where event_id = '${id}'`],
  ['both', id => `update log.records set shape = 18, payload = 'x' where event_id = '${id}'`],
]

test('a damaged row is backed up and restored as one that cannot be read, and costs no other event', async () => {
  const [from, to] = [await emptyDatabase(), await emptyDatabase()]
  const [damaged, restored] = [await clientOf(from), await clientOf(to)]
  const store = await openPostgresStore({ connectionString: from })
  onTestFinished(store.close)
  const events = damages.map(() => plan())
  const whole = plan()
  await store.append('setup-1', [...events, whole], 'no_stream')
  await damaged.query('alter table log.records drop constraint records_payload_check')
  for (const [at, [, damage]] of damages.entries()) await damaged.query(damage(events[at]?.id ?? ''))

  const file = path.join(ownFolder(), 'events.gz')
  expect(await copyToFile(damaged, { statement: copyOut, file })).toMatchObject({ rows: events.length + 1 })
  await bringIn(restored, { generation: 2, version: schemaVersion }, () =>
    copyFromFile(restored, { statement: copyIn, file }),
  )
  const again = await openPostgresStore({ connectionString: to })
  onTestFinished(again.close)
  const after = await recordedIn(again)
  expect(after.at(-1)).toMatchObject({ ...whole, revision: events.length })
  expect(after.map(({ id, revision }) => [id, revision])).toEqual(
    [...events, whole].map(({ id }, at) => [id, at]),
  )
  expect(after.map(({ type, data }) => [type, data])).toEqual([
    ['PlanActivated', { plan: null }],
    ['PlanActivated', { plan: null }],
    ['PlanActivated', { plan: null }],
    ['', {}],
    ['', {}],
    ['PlanActivated', { plan: 'elite' }],
  ])
})
