import type { Credentials } from '@tba/events/setup/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type CredentialsRow = Omit<Credentials, 'loginNumber'> & {
  /** Null where the person was erased. */
  loginNumber: string | null
  userId: number
  accountId: string
  position: string
}

const rows = table<CredentialsRow>('mt4_credentials', 'id')

export const credentials: Projection = {
  name: 'credentials',
  version: 1,
  sql: new URL('./credentials.sql', import.meta.url),
  tables: [rows],
  on: {
    CredentialsSaved: ({ stream, data, position, recordedAt }) =>
      rows.put({
        id: data.credentialsId,
        userId: data.userId,
        platform: data.platform,
        server: data.server,
        loginNumber: data.loginNumber,
        createdAt: recordedAt,
        accountId: idOf(stream),
        position,
      }),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
