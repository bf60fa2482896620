import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type SessionRow = {
  sid: string
  sess: { device: string | null; address: string | null; openedAt: string }
  expire: string
  userId: number
  accountId: string
}

const rows = table<SessionRow>('sessions', 'sid')

export const sessions: Projection = {
  name: 'sessions',
  version: 1,
  sql: new URL('./sessions.sql', import.meta.url),
  tables: [rows],
  on: {
    SessionOpened: ({ stream, data, recordedAt }) =>
      rows.put({
        sid: idOf(stream),
        sess: { device: data.device, address: data.address, openedAt: recordedAt },
        expire: data.expiresAt,
        userId: data.userId,
        accountId: data.accountId,
      }),
    SessionClosed: ({ stream }) => rows.remove(idOf(stream)),
    SessionExpired: ({ stream }) => rows.remove(idOf(stream)),
    SessionsRevoked: ({ stream, data }) => rows.erase('accountId', idOf(stream), data.except),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
