import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type ClaimRow = { emailHash: string; accountId: string }

const rows = table<ClaimRow>('email_claims', 'emailHash')

export const emailClaims: Projection = {
  name: 'email-claims',
  version: 1,
  sql: new URL('./email-claims.sql', import.meta.url),
  tables: [rows],
  on: {
    EmailClaimed: ({ stream, data }) => rows.put({ emailHash: idOf(stream), accountId: data.accountId }),
    EmailReleased: ({ stream }) => rows.remove(idOf(stream)),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
