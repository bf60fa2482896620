import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type AdminSessionRow = { sid: string; adminId: string; openedAt: string; expire: string }

const rows = table<AdminSessionRow>('admin_sessions', 'sid')

const sessionsOf = ({ data }: { data: { adminId: string } }) => rows.erase('adminId', data.adminId)

export const adminSessions: Projection = {
  name: 'admin-sessions',
  version: 3,
  sql: new URL('./admin-sessions.sql', import.meta.url),
  tables: [rows],
  on: {
    AdminSignedIn: ({ stream, data: { adminId, expiresAt }, recordedAt }) =>
      rows.put({ sid: idOf(stream), adminId, openedAt: recordedAt, expire: expiresAt }),
    AdminSignedOut: ({ stream }) => rows.remove(idOf(stream)),
    AdminSessionExpired: ({ stream }) => rows.remove(idOf(stream)),
    AdminPasswordChanged: sessionsOf,
    AdminRoleChanged: sessionsOf,
    AdminSessionsEnded: ({ data: { adminId, except } }) => rows.erase('adminId', adminId, except),
    AdminEnded: sessionsOf,
  },
}
