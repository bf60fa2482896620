import { openEventStore } from '@tba/event-store/open.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import { readEnvironment } from '../environment.ts'
import { lineOf, progressLineOf, type VerifyStep, verify } from './verify.ts'

/** Exits with 1 if a read table differs from the log. */

const { connectionString, eventStoreUrl, secrets } = readEnvironment(process.env)

await using opened = new AsyncDisposableStack()
const pool = await createPool(connectionString, { applicationName: 'projector verify', max: 4 })
opened.defer(() => pool.end())
const store = await openEventStore({ url: eventStoreUrl, applicationName: 'projector verify' })
opened.defer(() => store.close())

let saidMs = performance.now()
/** Prints the latest step, once a second. */
function onProgress(step: VerifyStep): void {
  if (performance.now() - saidMs < 1_000) return
  saidMs = performance.now()
  console.log(progressLineOf(step))
}

const findings = await verify({
  log: eventLog(store, personKeys(pool, keksOf(secrets))),
  pool,
  connectionString,
  onProgress,
})
for (const finding of findings) console.log(lineOf(finding))
if (!findings.every(({ isSame }) => isSame)) process.exitCode = 1
