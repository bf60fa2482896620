import type { EventStore } from '@tba/event-store/port.ts'
import type { DatabasePool } from 'slonik'
import { execute } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { emailHash } from '../email-hash.ts'
import type { EventLog } from '../log/event-log.ts'
import { EventUnreadable } from '../log/open-event.ts'
import { erasureOf } from '../log/person-history.ts'
import type { Keyring } from '../sealing/keyring.ts'
import type { Secrets } from '../secrets.ts'
import {
  addToErasureList,
  type ErasureList,
  entryOf,
  type ListedReceipt,
  readErasureList,
} from './erasure-list.ts'
import { destroyedPersons, personsWithKey } from './person-keys.ts'

type ErasureDeps = {
  pool: DatabasePool
  log: EventLog
  store: EventStore
  keyring: Pick<Keyring, 'destroy'>
  secrets: Pick<Secrets, 'emailHash'>
}

const context = { actor: 'system', correlationId: 'restore', causationId: 'restore' }

/** `unreadable`: persons whose events cannot be read. Their addresses stay taken. */
export type RepeatedErasures = { erased: number; unreadable: string[]; receipts: number }

/**
 * A restored backup contains persons who were erased after it. Erases them again, before anything can read them. Their
 * receipts come back with number and time.
 * @param listed persons whose keys were destroyed, and receipts, from the lists
 */
export async function repeatErasures(
  { pool, log, store, keyring, secrets }: ErasureDeps,
  listed: ErasureList,
): Promise<RepeatedErasures> {
  const known = new Set(await destroyedPersons(pool))
  const receipts = await restoreReceipts(store, listed.receipts)
  const done: RepeatedErasures = { erased: 0, unreadable: [], receipts }
  for (const person of new Set(listed.persons)) {
    if (known.has(person)) continue
    const isRead = await recordErasure(log, person, secrets)
    if (!isRead) done.unreadable.push(person)
    await keyring.destroy(person)
    done.erased++
  }
  return done
}

/**
 * Does the same at a start that finds a restored database: erases listed persons who still have a key. If the log
 * already holds the erasure, its job will destroy the key.
 */
export async function eraseRestoredPersons(again: ErasureDeps, file: string): Promise<RepeatedErasures> {
  const { persons, receipts } = await readErasureList(file)
  const withKey = persons.length > 0 ? await personsWithKey(again.pool, persons) : []
  const cameBack = []
  const reading = { read: again.log.readTolerantly }
  for (const person of withKey) if ((await erasureOf(reading, person)) === null) cameBack.push(person)
  return repeatErasures(again, { persons: cameBack, receipts })
}

/** @returns how many were missing. */
async function restoreReceipts(store: EventStore, receipts: readonly ListedReceipt[]): Promise<number> {
  let missing = 0
  for (const { stream, ...event } of receipts) {
    const [found] = await Array.fromAsync(store.read(stream, { limit: 1 }))
    if (found) continue
    await store.append(stream, [event], 'no_stream')
    missing++
  }
  return missing
}

/** Adds all persons whose keys are destroyed in this database, and all receipts, to the list of the data folder. */
export async function completeErasureList(
  { pool, store }: Pick<ErasureDeps, 'pool' | 'store'>,
  { file, receipts }: { file: string; receipts: readonly ListedReceipt[] },
): Promise<void> {
  const listed = await readErasureList(file)
  const there = new Set([...listed.persons, ...listed.receipts.map(entryOf)])
  const inLog = await Array.fromAsync(store.readAll({ types: ['PartsErasureOrdered'] }))
  const all = [...(await destroyedPersons(pool)), ...[...receipts, ...inLog].map(entryOf)]
  await addToErasureList(
    file,
    [...new Set(all)].filter(entry => !there.has(entry)),
  )
}

/** @returns false if the events of the person cannot be read. Their address then stays taken */
async function recordErasure(log: EventLog, person: string, secrets: Pick<Secrets, 'emailHash'>) {
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
    await execute(executing, person, { type: 'EraseReportLetter' })
    return true
  } catch (error) {
    if (error instanceof EventUnreadable) return false
    throw error
  }
}
