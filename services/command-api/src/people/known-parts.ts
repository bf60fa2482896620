import { joinedPersons, type LinkChange, membersOf } from '@tba/events/people/links.ts'
import { categoryOf, streams } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { personIdOf } from '@tba/runtime/email-hash.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { readLinks } from '@tba/runtime/postgres/person-links.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { readSince } from '../read-since.ts'

const submissionTypes = ['LeadSubmitted', 'QuestionnaireSubmitted']
const checkpoint = z.object({ position: storedPosition.nullable() })

/** Everything that stands under an address: of the read tables, and of the log that they do not contain yet. */
export async function streamsUnder(deps: Deps, hash: string): Promise<string[]> {
  const { pool, store, log } = deps
  const { partsAt } = await knownParts(deps, [])
  const after = await pool.oneFirst(sql.type(checkpoint)`
    select min(position) as position from projector.checkpoints where projection = 'person-parts'`)
  const known = (await partsAt([personIdOf(hash) ?? ''])).map(({ stream }) => stream)
  const found = new Set(known.filter(stream => categoryOf(stream) !== 'account'))
  const { heldBy } = (await load(log, 'email', hash)).state
  if (heldBy && (await load(log, 'account', heldBy)).state.status === 'registered')
    found.add(streams.account(heldBy))
  const late = readSince(store, { types: submissionTypes, after, withinMs: 5_000 })
  for await (const { stream, data } of late) if (data?.emailHash === hash) found.add(stream)
  return [...found]
}

const part = z.object({ stream: z.string(), person: z.string() })

/** What stands under these persons’ addresses, and who of all that were ever joined has an account, from the read tables. */
export async function knownParts({ pool, log }: Deps, persons: readonly string[]) {
  if (!(await hasTable(pool, 'read.person_links')))
    throw new HttpFailure(503, 'Le persone non sono ancora pronte. Riprova tra poco.')
  // The read tables may not have the latest join yet.
  const { state } = await load(log, 'people', undefined)
  const ever = state.flatMap(({ person, other }) => [person, ...(other ? [other] : [])])
  const links = await readLinks(pool, [...new Set([...ever, ...persons])])
  const claims = links.filter(({ type }) => type === 'claimed' || type === 'released')
  const joined = joinedPersons<LinkChange>([...state, ...claims])
  const partsAt = (persons: readonly string[]) =>
    pool.any(sql.type(part)`
      select stream, person from read.person_parts
      where person = any(${sql.array([...persons], 'uuid')}) and position is not null`)
  return { claims, partsAt, partsOf: (person: string) => partsAt(membersOf(joined, person)) }
}
