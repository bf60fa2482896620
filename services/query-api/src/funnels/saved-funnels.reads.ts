import { savedFunnels } from '@tba/events/funnels/views.ts'
import { sql } from 'slonik'
import type { ConsoleList } from '../console/console-list.ts'
import { isoUtc } from '../reads/column.ts'

/** Last saved first. */
export const funnels = {
  url: '/api/admin/funnels',
  tag: 'admins',
  summary: 'I funnel che gli amministratori hanno salvato',
  projection: 'funnels',
  name: 'funnels',
  view: savedFunnels,
  columns: sql.fragment`id, name, definition, "savedBy", ${isoUtc('savedAt')}`,
  table: sql.fragment`read.funnels`,
  isOfNobody: true,
} as const satisfies ConsoleList
