import { user } from '@tba/events/accounts/views.ts'
import { sql } from 'slonik'
import { isoUtc, jsonRow } from '../reads/column.ts'
import type { OwnData } from '../reads/own-data.ts'

/** Nothing is held of an erased person: their row has no address. */
export const profile = {
  url: '/api/user/profile',
  tag: 'accounts',
  summary: 'Il profilo del cliente',
  projection: 'users',
  view: user,
  held: accountId =>
    jsonRow(sql.fragment`
      select id, username, email, "firstName", "lastName", "profileImageUrl", phone, bio, website, "linkedinUrl",
        "twitterUrl", "facebookUrl", "instagramUrl", "telegramUrl", "whatsappNumber", country, timezone,
        ${isoUtc('createdAt')}, ${isoUtc('updatedAt')}
      from read.users where "accountId" = ${accountId} and email is not null`),
} as const satisfies OwnData
