import { exportType } from '@tba/events/admins/events.ts'
import type { Role } from '@tba/events/admins/roles.ts'
import type { z } from 'zod'

export const tableType = exportType.exclude(['events', 'requests'])
export type ExportedTable = { projection: string; table: string; columns: readonly string[] }

/** The table and columns of each export. The columns and their order are from the specification. */
const exportedTables: Record<z.infer<typeof tableType>, ExportedTable> = {
  questionnaires: {
    projection: 'questionnaires',
    table: 'questionnaire_responses',
    columns: [
      ...['id', 'name', 'email', 'phone', 'countryCode', 'age', 'occupation', 'tradingExperience'],
      ...['investmentAmount', 'investmentGoal', 'riskTolerance', 'timeframe', 'additionalInfo'],
      ...['contactMethod', 'source', 'createdAt'],
    ],
  },
  interactions: {
    projection: 'tracking',
    table: 'site_interactions',
    columns: [
      ...['id', 'sessionId', 'eventType', 'elementId', 'elementText', 'page', 'userAgent', 'ipAddress'],
      ...['referrer', 'additionalData', 'createdAt'],
    ],
  },
  analytics: {
    projection: 'tracking',
    table: 'analytics_events',
    columns: [
      ...['id', 'eventName', 'eventCategory', 'eventLabel', 'eventValue', 'page', 'sessionId', 'userId'],
      'createdAt',
    ],
  },
}

/** An analyst’s export has no customer numbers. */
export function tableFor(type: z.infer<typeof tableType>, role: Role): ExportedTable {
  const { columns, ...table } = exportedTables[type]
  return { ...table, columns: columns.filter(column => role === 'administrator' || column !== 'userId') }
}
