import { categoryOf, idOf, streams } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { countLetters, lettersAbout, lettersToCustomer } from '@tba/runtime/storage/letters.ts'
import { accountPicturesFolder } from '@tba/runtime/storage/pictures.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Deps } from '../deps.ts'

type Counts = Readonly<Record<string, number>>
type Needs = Pick<Deps, 'log' | 'pool' | 'objects' | 'secrets' | 'lettersFolder'>

/**
 * What goes with a lead, a questionnaire or an account when it is erased, by kind: itself, the chosen picture, all stored
 * objects, notes, letters in files, waiting jobs and repeated requests. Kinds without any are left out.
 */
export async function holdingsOf(deps: Needs, stream: string): Promise<Counts> {
  const { log, pool, objects, secrets, lettersFolder } = deps
  const [kind, id] = [categoryOf(stream) ?? '', idOf(stream)]
  let [picture, stored, notes, hash]: [number, number, number, string | null] = [0, 0, 0, null]
  if (kind === 'account') {
    const { state } = await load(log, 'account', id)
    if (state.status === 'registered') {
      picture = state.imageUrl ? 1 : 0
      hash = state.email && emailHash(secrets.emailHash, state.email)
    }
    for await (const _ of objects.list(accountPicturesFolder(id))) stored += 1
  }
  for await (const { type } of log.readTolerantly(streams.request(id)))
    if (type === 'RequestNoted') notes += 1
  const asked =
    kind === 'account'
      ? await lettersToCustomer(log, { accountId: id, emailHash: hash })
      : await lettersAbout(log, stream)
  const letters = lettersFolder ? await countLetters(lettersFolder, asked) : 0
  const jobs = (await hasTable(pool, 'jobs.open'))
    ? await count(deps, sql.fragment`jobs.open where event_id = any(${sql.array(asked, 'uuid')})`)
    : 0
  const repeated = sql.fragment`command.idempotency where caller = ${id} or seed = ${id}::uuid`
  const requests = await count(deps, repeated)
  const counts = { [kind]: 1, picture, objects: stored, notes, letters, jobs, requests }
  return Object.fromEntries(Object.entries(counts).filter(([, held]) => held > 0))
}

const count = ({ pool }: Needs, rows: FragmentSqlToken) =>
  pool.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*)::int as count from ${rows}`)

export function sumOf(all: readonly Counts[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const counts of all)
    for (const [kind, held] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + held
  return sums
}
