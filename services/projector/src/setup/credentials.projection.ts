import { type SavedCredentials, savedCredentials } from '@tba/events/setup/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type CredentialsRow = SavedCredentials & { userId: number; accountId: string; position: string }

const rows = table<CredentialsRow>('mt4_credentials', 'id')

export const credentials: Projection = {
  name: 'credentials',
  version: 1,
  sql: new URL('./credentials.sql', import.meta.url),
  tables: [rows],
  on: {
    CredentialsSaved: ({ stream, data, position, recordedAt }) =>
      rows.put({
        ...savedCredentials(data, recordedAt),
        userId: data.userId,
        accountId: idOf(stream),
        position,
      }),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
