import { savedViews } from '@tba/events/views/views.ts'
import { sql } from 'slonik'
import type { ConsoleList } from '../console/console-list.ts'
import { isoUtc } from '../reads/column.ts'

/** Last saved first. */
export const savedHistoryViews = {
  url: '/api/admin/views',
  tag: 'admins',
  summary: 'Le viste della cronologia che gli amministratori hanno salvato',
  projection: 'history-views',
  name: 'views',
  view: savedViews,
  columns: sql.fragment`id, name, filters, "savedBy", ${isoUtc('savedAt')}`,
  table: sql.fragment`read.history_views`,
  isOfNobody: true,
} as const satisfies ConsoleList
