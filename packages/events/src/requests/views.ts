import { z } from 'zod'
import { leadRow } from '../leads/views.ts'
import { questionnaireRow } from '../questionnaires/views.ts'
import { plan } from '../setup/plans.ts'
import { keepMonths } from './commands.ts'
import { requestKind, requestState } from './states.ts'

const at = z.iso.datetime()
const text = z.string().nullable()

export const requestRow = z.object({
  /** Of the lead or questionnaire. */
  id: z.uuid(),
  kind: requestKind,
  /** Null: its address cannot be told, so it belongs to nobody. */
  personId: z.uuid().nullable(),
  name: text,
  email: text,
  phone: text,
  /** The number to dial, in E.164; null if what was typed is none. */
  dial: text,
  state: requestState,
  /** A console account; null: nobody. */
  owner: z.uuid().nullable(),
  callAt: at.nullable(),
  lastNote: text,
  submittedAt: at,
  /** The first state but `new`, or the first note. */
  firstContactAt: at.nullable(),
  /** Of its own stream; -1: nobody has worked it. */
  revision: z.int(),
  /** The person’s last request before this one that is still open. */
  olderOpen: z.uuid().nullable(),
})
export type RequestRow = z.infer<typeof requestRow>

/** GET /api/admin/requests. `waiting`, `overdue`: of all requests, not of this page. */
export const requestList = z.object({
  requests: z.array(requestRow),
  waiting: z.int(),
  overdue: z.int(),
  next: z.string().nullable(),
})
export type RequestList = z.infer<typeof requestList>

/** GET /api/admin/requests/{id}. Notes are oldest first. */
export const requestDetail = z.object({
  /** `reason`: why it is lost. */
  request: requestRow.extend({ reason: text, plan: plan.nullable() }),
  submitted: z.union([questionnaireRow, leadRow]),
  /** `by`: the address of the account, or its id. */
  notes: z.array(z.object({ at, by: text, text })),
  /** The person’s other requests, newest first. */
  others: z.array(z.uuid()),
})
export type RequestDetail = z.infer<typeof requestDetail>

export const outcomesBy = z.enum(['week', 'source', 'owner', 'plan'], 'Suddivisione non valida')

/**
 * GET /api/admin/requests/outcomes: what became of the requests of a period. `value`: a Monday in Rome, a source, an account or a
 * plan; null: without one. `tied`: how many of the persons have a visit, which consent ties to their request.
 */
export const requestOutcomes = z.object({
  persons: z.int(),
  tied: z.int(),
  rows: z.array(
    z.object({
      value: text,
      requests: z.int(),
      contactedInADay: z.int(),
      /** Persons’ requests that were followed by a registration, by a plan. */
      registered: z.int(),
      activated: z.int(),
      /** To the activation, one decimal. */
      medianHours: z.number().nullable(),
    }),
  ),
})
export type RequestOutcomes = z.infer<typeof requestOutcomes>

/** GET /api/admin/settings/requests: `wouldErase` today, with the months that were asked about. */
export const requestSettings = z.object({ keepMonths, wouldErase: z.int() })
