import type { exportType } from '@tba/events/admins/events.ts'
import type { z } from 'zod'
import { inBytes, inText, type Positions } from '../positions.ts'

export type ExportType = z.infer<typeof exportType>
export type ExportedTable = {
  projection: string
  table: string
  columns: readonly string[]
  /** Its positions, in the order of which it is read. */
  positions: Positions
}

/** What each export is made of: the columns are the specification's, in its order. */
export const exportedTables: Record<ExportType, ExportedTable> = {
  questionnaires: {
    projection: 'questionnaires',
    positions: inText,
    table: 'questionnaire_responses',
    columns: [
      ...['id', 'name', 'email', 'phone', 'countryCode', 'age', 'occupation', 'tradingExperience'],
      ...['investmentAmount', 'investmentGoal', 'riskTolerance', 'timeframe', 'additionalInfo'],
      ...['contactMethod', 'source', 'createdAt'],
    ],
  },
  interactions: {
    projection: 'tracking',
    positions: inBytes,
    table: 'site_interactions',
    columns: [
      ...['id', 'sessionId', 'eventType', 'elementId', 'elementText', 'page', 'userAgent', 'ipAddress'],
      ...['referrer', 'additionalData', 'createdAt'],
    ],
  },
  analytics: {
    projection: 'tracking',
    positions: inBytes,
    table: 'analytics_events',
    columns: [
      ...['id', 'eventName', 'eventCategory', 'eventLabel', 'eventValue', 'page', 'sessionId', 'userId'],
      'createdAt',
    ],
  },
}
