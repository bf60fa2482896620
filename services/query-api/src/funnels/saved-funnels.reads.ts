import { savedFunnels } from '@tba/events/funnels/views.ts'
import { sql } from 'slonik'
import { isoUtc } from '../column.ts'
import type { ConsoleList } from '../console-list.ts'

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
