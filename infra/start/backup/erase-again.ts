import path from 'node:path'
import { openPostgresStore } from '@tba/event-store/postgres/store.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type EventLog, eventLog } from '@tba/runtime/log/event-log.ts'
import { EventUnreadable } from '@tba/runtime/log/unreadable.ts'
import type { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { addToErasureList, readErasureList } from '@tba/runtime/vault/erasure-list.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { destroyedPersons, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { openKeys } from '../local/keys.ts'

type Again = {
  pool: Awaited<ReturnType<typeof createPool>>
  logUrl: string
  dataDir: string
  /** Whose keys were destroyed, by the lists. */
  listed: readonly string[]
}

const context = { actor: 'system', correlationId: 'restore', causationId: 'restore' }

/**
 * Who was erased after the backup is in it as if nothing had been. Their erasures are decided once more and their keys
 * destroyed, before anything is started that could read them; the list beside the key file is whole again afterwards.
 */
export async function eraseAgain({ pool, logUrl, dataDir, listed }: Again) {
  const secrets = openKeys(dataDir, { dataExists: true })
  const store = await openPostgresStore({ connectionString: logUrl, isOfRestore: true })
  try {
    const keyring = personKeys(pool, keksOf(secrets))
    const log = eventLog(store, keyring)
    const known = new Set(await destroyedPersons(pool))
    const unreadable: string[] = []
    let erased = 0
    for (const person of new Set(listed)) {
      if (known.has(person)) continue
      const isRead = await decide(log, person, secrets)
      if (!isRead) unreadable.push(person)
      await keyring.destroy(person)
      erased++
    }
    const own = path.join(dataDir, 'erasures.txt')
    const there = new Set(await readErasureList(own))
    const all = await destroyedPersons(pool)
    await addToErasureList(
      own,
      all.filter(person => !there.has(person)),
    )
    return { erased, unreadable }
  } finally {
    await store.close()
  }
}

/** False: what is recorded about them cannot be read, so that an address stays taken. */
async function decide(log: EventLog, person: string, secrets: Secrets): Promise<boolean> {
  const executing = { log, context }
  try {
    const { state: account } = await load(log, 'account', person)
    if ('email' in account && account.email) {
      const hash = emailHash(secrets.emailHash, account.email)
      await execute(executing, hash, { type: 'ReleaseEmail', accountId: person })
    }
    if (account.status === 'registered') await execute(executing, person, { type: 'EraseAccount' })
    await execute(executing, person, { type: 'EraseLead' })
    await execute(executing, person, { type: 'EraseQuestionnaire' })
    return true
  } catch (error) {
    if (error instanceof EventUnreadable) return false
    throw error
  }
}
