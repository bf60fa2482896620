import { parentPort, workerData } from 'node:worker_threads'
import { openEventStore } from '@tba/event-store/open.ts'
import { run } from '@tba/projector/run.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'

/** The projector in a thread of its own beside what is measured. Any message ends it. */
const { connectionString } = workerData as { connectionString: string }
const pool = await createPool(connectionString)
const store = await openEventStore({ url: connectionString })
const log = eventLog(store, personKeys(pool, keksOf({ kek: Buffer.alloc(32, 7) })))
const logger = { info() {}, error: console.error }
const projector = await run({ log, store, pool, connectionString, logger })
await projector.ready
parentPort?.postMessage('ready')
parentPort?.once('message', async () => {
  await projector.stop()
  await store.close()
  await pool.end()
})
