import path from 'node:path'
import type { NewEvent } from '@tba/event-store/port.ts'
import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { recordedIn } from '../../tests/support/recorded-events.ts'
import { copyLog } from './copy-log.ts'
import { logFile, logOf } from './endpoints.ts'

const correlationId = crypto.randomUUID()
const plan = (): NewEvent => ({
  id: crypto.randomUUID(),
  type: 'PlanActivated',
  data: { plan: 'elite' },
  metadata: { actor: 'visitor', correlationId },
})

/** Damages a row like a disk fault or a manual change. */
const damages = [
  'data = \'{"plan"\'::text',
  "metadata = 'x'::text",
  "data = '[]'",
  "metadata = 'null'",
  "recorded_at = 'infinity'",
]

test('a damaged row is backed up and restored as unreadable, and no other event is lost', async () => {
  const [from, to] = [await databaseInTest(), await databaseInTest()]
  const damaged = await clientInTest(from)
  const store = await openPostgresStore({ connectionString: from })
  onTestFinished(store.close)
  const events = damages.map(() => plan())
  const whole = plan()
  await store.append('setup-1', [...events, whole], 'no_stream')
  // Like a disk fault that nothing detects.
  await damaged.query('create cast (text as json) without function as assignment')
  for (const [at, damage] of damages.entries())
    await damaged.query(`update log.events set ${damage} where event_id = $1`, [events[at]?.id])

  const file = logFile(path.join(quickFolder('tba-backup-'), 'events.gz'))
  const again = await openPostgresStore({ connectionString: to })
  onTestFinished(again.close)
  const say = () => {}
  expect(await copyLog({ from: logOf(store), to: file, say })).toMatchObject({ events: events.length + 1 })
  await copyLog({ from: file, to: logOf(again), say })
  const after = await recordedIn(again)
  expect(after.at(-1)).toMatchObject({ ...whole, revision: events.length })
  expect(after.map(({ id, revision }) => [id, revision])).toEqual(
    [...events, whole].map(({ id }, at) => [id, at]),
  )
  expect(after.map(({ data, metadata }) => [data, metadata])).toEqual([
    [{}, whole.metadata],
    [whole.data, {}],
    [{}, whole.metadata],
    [whole.data, {}],
    [whole.data, whole.metadata],
    [whole.data, whole.metadata],
  ])
})
