import type { PersonKind } from '@tba/events/people/events.ts'
import { leadList, leadRow, questionnaireList, questionnaireRow } from '@tba/events/people/views.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import type { z } from 'zod'
import { isoUtc } from '../column.ts'

/** What visitors submit, and how it is told of: one description for its list, its detail and its export. */
export type Submissions = {
  kind: Exclude<PersonKind, 'customer'>
  /** In the address of its calls, and in their answers. */
  name: 'leads' | 'questionnaires'
  /** In Italian, of the list and of one. */
  titles: readonly [string, string]
  row: z.ZodType<{ id: string }>
  list: z.ZodType
  columns: FragmentSqlToken
  table: FragmentSqlToken
}

export const leads: Submissions = {
  kind: 'lead',
  name: 'leads',
  titles: ['I contatti', 'Un contatto'],
  row: leadRow,
  list: leadList,
  columns: sql.fragment`id, name, email, phone, plan, deposit, message, "visitId", ${isoUtc('createdAt')}`,
  table: sql.fragment`read.leads`,
}

export const questionnaires: Submissions = {
  kind: 'questionnaire',
  name: 'questionnaires',
  titles: ['I questionari', 'Un questionario'],
  row: questionnaireRow,
  list: questionnaireList,
  columns: sql.fragment`
    id, name, email, phone, "countryCode", age, occupation, "tradingExperience", "investmentAmount", "investmentGoal",
    "riskTolerance", timeframe, "additionalInfo", "contactMethod", source, "visitId", ${isoUtc('createdAt')}`,
  table: sql.fragment`read.questionnaire_responses`,
}
