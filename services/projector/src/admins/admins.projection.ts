import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type AdminRow = {
  id: string
  email: string | null
  role: string
  lastLogin: string | null
  createdAt: string
}

const rows = table<AdminRow>('admin_users', 'id')

export const admins: Projection = {
  name: 'admins',
  version: 1,
  sql: new URL('./admins.sql', import.meta.url),
  tables: [rows],
  on: {
    AdminCreated: ({ stream, data: { email, role }, recordedAt }) =>
      rows.put({ id: idOf(stream), email, role, lastLogin: null, createdAt: recordedAt }),
    AdminSignedIn: ({ data, recordedAt }) =>
      rows.change(data.adminId, row => ({ ...row, lastLogin: recordedAt })),
  },
}
