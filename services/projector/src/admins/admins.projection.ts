import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

type AdminRow = {
  id: string
  email: string | null
  role: string
  state: string
  recoveryCodesLeft: number | null
  lastLogin: string | null
  createdAt: string
}

const rows = table<AdminRow>('admin_users', 'id')

const added = (
  state: 'invited' | 'active',
  { data, recordedAt }: EventOf<'AdminCreated'> | EventOf<'AdminInvited'>,
) => {
  const { adminId: id, email, role } = data
  // A second invitation keeps the second factor.
  return rows.fold(id, before => ({
    ...{ id, email, role, state, lastLogin: before?.lastLogin ?? null, createdAt: recordedAt },
    recoveryCodesLeft: before?.recoveryCodesLeft ?? null,
  }))
}
const changed = (id: string, values: Partial<AdminRow>) => rows.change(id, row => ({ ...row, ...values }))

export const admins: Projection = {
  name: 'admins',
  version: 2,
  sql: new URL('./admins.sql', import.meta.url),
  tables: [rows],
  on: {
    AdminCreated: event => added('active', event),
    AdminInvited: event => added('invited', event),
    AdminInvitationAccepted: ({ data }) => changed(data.adminId, { state: 'active' }),
    AdminRoleChanged: ({ data }) => changed(data.adminId, { role: data.role }),
    AdminEnded: ({ data }) => changed(data.adminId, { state: 'ended' }),
    AdminSignedIn: ({ data, recordedAt }) => changed(data.adminId, { lastLogin: recordedAt }),
    AdminTotpConfirmed: ({ stream, data: { recoveryHashes } }) =>
      changed(idOf(stream), { recoveryCodesLeft: recoveryHashes?.length ?? 0 }),
    AdminTotpRemoved: ({ stream }) => changed(idOf(stream), { recoveryCodesLeft: null }),
    AdminRecoveryCodeUsed: ({ stream }) =>
      rows.change(idOf(stream), row => ({ ...row, recoveryCodesLeft: (row.recoveryCodesLeft ?? 1) - 1 })),
  },
}
