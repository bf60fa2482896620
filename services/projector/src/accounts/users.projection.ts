import { emptyProfile } from '@tba/events/accounts/events.ts'
import type { User } from '@tba/events/accounts/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

/** Null for an erased person. */
type Personal = 'username' | 'email' | 'firstName' | 'lastName'
type UserRow = Omit<User, Personal> & Record<Personal, string | null> & { accountId: string }

const rows = table<UserRow>('users', 'accountId')

export const users: Projection = {
  name: 'users',
  version: 1,
  sql: new URL('./users.sql', import.meta.url),
  tables: [rows],
  on: {
    AccountRegistered({ stream, data, recordedAt }) {
      const email = data.email?.toLowerCase() ?? null
      return rows.put({
        ...emptyProfile,
        profileImageUrl: null,
        accountId: idOf(stream),
        id: data.userId,
        username: email,
        email,
        firstName: data.firstName,
        lastName: data.lastName,
        createdAt: recordedAt,
        updatedAt: recordedAt,
      })
    },
    ProfileUpdated: ({ stream, data, recordedAt }) =>
      rows.change(idOf(stream), row => ({ ...row, ...data.changes, updatedAt: recordedAt })),
    ProfileImageChanged: ({ stream, data, recordedAt }) =>
      rows.change(idOf(stream), row => ({ ...row, profileImageUrl: data.imageUrl, updatedAt: recordedAt })),
    AccountErased: ({ stream }) => rows.remove(idOf(stream)),
  },
}
