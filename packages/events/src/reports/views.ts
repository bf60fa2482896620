import { z } from 'zod'
import { shownAnnotation } from '../annotations/commands.ts'
import { funnelResult } from '../funnels/views.ts'
import { anyJson, asSaved } from '../json.ts'
import { overviewView } from '../overview/views.ts'
import { requestOutcomes } from '../requests/views.ts'
import { retentionResult } from '../retention/views.ts'
import { trendResult } from '../trends/views.ts'
import type { ReportPart } from './definition.ts'
import { reportLetterEvents } from './events.ts'
import { letterEvery } from './letter-times.ts'

const at = z.iso.datetime()

/** In the list. A part is validated again before it is counted. */
export const savedReport = z.object({
  title: z.string(),
  parts: z.array(
    z.object({
      kind: z.string(),
      definition: z.record(z.string(), anyJson),
      text: z.string().optional(),
    }),
  ),
})

/** What a part counted. Null: it could not be counted, `failure` says why. */
const results = {
  overview: overviewView,
  funnel: funnelResult,
  trend: trendResult,
  retention: retentionResult,
  outcomes: requestOutcomes,
} satisfies Record<ReportPart['kind'], z.ZodType>

const ofPart = {
  text: z.string().nullable(),
  from: at,
  to: at,
  countedAt: at,
  /** Up to here, if the analysts’ copy was counted; null: an empty log. */
  position: z.string().nullable(),
  failure: z.string().nullable(),
}
const counted = <Kind extends ReportPart['kind']>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    ...ofPart,
    /** For the names of steps and values. */
    definition: asSaved<Extract<ReportPart, { kind: Kind }>['definition']>(),
    result: results[kind].nullable() as z.ZodNullable<(typeof results)[Kind]>,
  })

export const countedPart = z.discriminatedUnion('kind', [
  counted('overview'),
  counted('funnel'),
  counted('trend'),
  counted('retention'),
  counted('outcomes'),
])
export type CountedPart = z.infer<typeof countedPart>

/** GET /api/admin/reports/{id} and GET /api/reports/current. Each part is counted once in five minutes. */
export const countedReport = z.object({
  title: z.string(),
  zone: z.literal('Europe/Rome'),
  /** Whether groups under five are joined, as for those who have a link. */
  isShared: z.boolean(),
  parts: z.array(countedPart),
  /** Of the days of its parts, without authors. */
  annotations: z.array(shownAnnotation),
})
export type CountedReport = z.infer<typeof countedReport>

/** GET /api/admin/reports/{id}/links, newest first. */
export const reportLinks = z.object({
  links: z.array(
    z.object({
      id: z.uuid(),
      createdAt: at,
      createdBy: z.string(),
      expiresAt: at,
      revokedAt: at.nullable(),
      openings: z.int(),
      lastAt: at.nullable(),
    }),
  ),
})
export type ReportLink = z.infer<typeof reportLinks>['links'][number]

/** A recipient of letters. */
const letterRecipient = z.object({
  id: z.uuid(),
  /** An account of the console, or another address; null: hidden, or erased. */
  account: z.uuid().nullable(),
  email: z.string().nullable(),
  isTrial: z.boolean(),
  /** `waiting`: the address was not confirmed yet. */
  state: z.enum(['waiting', 'active', 'ended']),
  why: reportLetterEvents.ReportLetterEnded.schema.shape.why.nullable(),
  /** The last 20, newest first: the start of the period, and the mail server’s refusal if there was one. */
  log: z.array(reportLetterEvents.ReportLetterAnswered.schema.extend({ at })),
})
export type LetterRecipient = z.infer<typeof letterRecipient>

/** GET /api/admin/reports/{id}/letters, newest first. */
export const reportLetters = z.object({
  letters: z.array(
    z.object({
      id: z.uuid(),
      every: z.enum(letterEvery),
      hour: z.int(),
      orderedAt: at,
      orderedBy: z.string(),
      next: at,
      recipients: z.array(letterRecipient),
    }),
  ),
})
export type ReportLetters = z.infer<typeof reportLetters>['letters'][number]
