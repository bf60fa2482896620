import type { DatabasePool } from 'slonik'
import { execute } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { emailHash } from '../email-hash.ts'
import type { EventLog } from '../log/event-log.ts'
import { isErased } from '../log/is-erased.ts'
import { EventUnreadable } from '../log/unreadable.ts'
import type { Keyring } from '../sealing/keyring.ts'
import type { Secrets } from '../secrets.ts'
import { addToErasureList, readErasureList } from './erasure-list.ts'
import { destroyedPersons, personsWithKey } from './person-keys.ts'

type Again = {
  pool: DatabasePool
  log: EventLog
  keyring: Pick<Keyring, 'destroy'>
  secrets: Pick<Secrets, 'emailHash'>
}

const context = { actor: 'system', correlationId: 'restore', causationId: 'restore' }

/** `unreadable`: what these had recorded cannot be read, so that their addresses stay taken. */
export type ErasedAgain = { erased: number; unreadable: string[] }

/**
 * Who was erased after a backup is in it as before: they are erased once more, before anything starts that could read them.
 * @param listed whose keys were destroyed, by the lists
 */
export async function eraseAgain(
  { pool, log, keyring, secrets }: Again,
  listed: readonly string[],
): Promise<ErasedAgain> {
  const known = new Set(await destroyedPersons(pool))
  const done: ErasedAgain = { erased: 0, unreadable: [] }
  for (const person of new Set(listed)) {
    if (known.has(person)) continue
    const isRead = await decide(log, person, secrets)
    if (!isRead) done.unreadable.push(person)
    await keyring.destroy(person)
    done.erased++
  }
  return done
}

/**
 * The same where a start finds a database that was put back by other means: of those listed, who still has a key in it.
 * Where the log holds the erasure, its job is still to be done and destroys the key.
 */
export async function eraseWhoCameBack(again: Again, file: string): Promise<ErasedAgain> {
  const listed = await readErasureList(file)
  const withKey = listed.length > 0 ? await personsWithKey(again.pool, listed) : []
  const cameBack = []
  const reading = { read: again.log.readTolerantly }
  for (const person of withKey) if (!(await isErased(reading, person))) cameBack.push(person)
  return eraseAgain(again, cameBack)
}

/** The list in this data folder names all whose keys are destroyed in this database. */
export async function completeErasureList(pool: DatabasePool, file: string): Promise<void> {
  const there = new Set(await readErasureList(file))
  const all = await destroyedPersons(pool)
  await addToErasureList(
    file,
    all.filter(person => !there.has(person)),
  )
}

/** False: what is recorded about them cannot be read, so that an address stays taken. */
async function decide(log: EventLog, person: string, secrets: Pick<Secrets, 'emailHash'>): Promise<boolean> {
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
