import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type LinkRow = {
  id: string
  report: string
  createdAt: string
  createdBy: string
  expiresAt: string
  revokedAt: string | null
  openings: number
  lastAt: string | null
  position: string
}

const rows = table<LinkRow>('report_links', 'id')

/** The links of reports, and how often each was opened. */
export const reportLinks: Projection = {
  name: 'report-links',
  version: 2,
  sql: new URL('./report-links.sql', import.meta.url),
  tables: [rows],
  on: {
    ReportLinked: ({ stream, data, metadata, recordedAt, position }) =>
      rows.put({
        ...{ id: idOf(stream), ...data, createdAt: recordedAt, createdBy: metadata.actor },
        ...{ revokedAt: null, openings: 0, lastAt: null, position },
      }),
    ReportLinkOpened: ({ stream, recordedAt }) =>
      rows.change(idOf(stream), row => ({ ...row, openings: row.openings + 1, lastAt: recordedAt })),
    ReportLinkRevoked: ({ stream, recordedAt }) =>
      rows.change(idOf(stream), row => ({ ...row, revokedAt: recordedAt })),
  },
}
