import { Readable } from 'node:stream'
import type { FairQueue } from '@tba/runtime/http/fair-queue.ts'
import type { QuerySqlToken } from 'slonik'
import type { z } from 'zod'
import type { OwnData } from '../own-data.ts'
import { paginate } from '../paginate.ts'
import { activityAfter, analyticsAfter, type Owner, visitsAfter } from './find-personal-data.ts'
import type { profile } from './own-profile.ts'

/** Reads one page; each waits its turn at the database. */
export type Page = <Row extends { position: string }>(query: QuerySqlToken<z.ZodType<Row>>) => Promise<Row[]>

export type TakingAlong = {
  /** For the pages that are read while the answer is sent. */
  inTurn: FairQueue
  /** What each context holds of a customer. */
  own: { profile: typeof profile } & Readonly<Record<string, OwnData>>
}

/** All that the read tables know of a customer, as JSON; `found`: the parts that are no lists without end. */
export function personalFile(page: Page, owner: Owner, found: object): Readable {
  return Readable.from(text(page, owner, found), { objectMode: false })
}

/** What was done and what was tracked can be much, so that it comes last, page by page. */
async function* text(page: Page, owner: Owner, found: object): AsyncGenerator<string> {
  yield `${JSON.stringify(found).slice(0, -1)},"activity":[`
  yield* listed(after => page(activityAfter(owner, after)))
  yield '],"visits":['
  yield* listed(after => page(visitsAfter(owner, after)))
  yield '],"analytics":['
  yield* listed(after => page(analyticsAfter(owner, after)))
  yield ']}'
}

async function* listed(pageAfter: (after: string) => Promise<{ position: string }[]>) {
  let separator = ''
  for await (const rows of paginate(pageAfter, ({ position }) => position)) {
    yield separator + rows.map(({ position: _, ...row }) => JSON.stringify(row)).join(',')
    separator = ','
  }
}
