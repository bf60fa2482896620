import { leadList, leadRow } from '@tba/events/leads/views.ts'
import type { PersonKind } from '@tba/events/people/events.ts'
import { questionnaireList, questionnaireRow } from '@tba/events/questionnaires/views.ts'
import { sql } from 'slonik'
import type { z } from 'zod'
import type { ConsoleList } from '../console/console-list.ts'
import { isoUtc } from '../reads/column.ts'

/** A kind of submission of visitors: one description for its list, its request and its export. */
export type Submissions = ConsoleList & {
  kind: Exclude<PersonKind, 'customer'>
  row: z.ZodType<{ id: string }>
}

export const leads = {
  kind: 'lead',
  row: leadRow,
  url: '/api/admin/leads',
  tag: 'people',
  summary: 'I contatti, dal più recente: cercati per nome, email e telefono',
  projection: 'leads',
  name: 'leads',
  view: leadList,
  columns: sql.fragment`id, name, email, phone, dial, plan, deposit, message, "visitId", ${isoUtc('createdAt')}`,
  table: sql.fragment`read.leads`,
  isSearched: true,
} as const satisfies Submissions

export const questionnaires = {
  kind: 'questionnaire',
  row: questionnaireRow,
  url: '/api/admin/questionnaires',
  tag: 'people',
  summary: 'I questionari, dal più recente: cercati per nome, email e telefono',
  projection: 'questionnaires',
  name: 'questionnaires',
  view: questionnaireList,
  columns: sql.fragment`
    id, name, email, phone, dial, "countryCode", age, occupation, "tradingExperience", "investmentAmount", "investmentGoal",
    "riskTolerance", timeframe, "additionalInfo", "contactMethod", source, "visitId", ${isoUtc('createdAt')}`,
  table: sql.fragment`read.questionnaire_responses`,
  isSearched: true,
} as const satisfies Submissions
