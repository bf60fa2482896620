import { z } from 'zod'

/** The kind of an administrator's action. */
export const auditWhat = z.enum([
  'signedIn',
  'signedOut',
  'looked',
  'opened',
  'asked',
  'exported',
  'changed',
  'replayed',
  'rebuilt',
  'retried',
  'skipped',
  'erased',
  'failed',
])
export type AuditWhat = z.infer<typeof auditWhat>

export const auditEntry = z.object({
  /** Of the recorded event. */
  id: z.uuid(),
  position: z.string(),
  at: z.iso.datetime(),
  /** Null for the product itself, at a start. */
  admin: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  what: auditWhat,
  type: z.string(),
  /** The stream of the event. */
  stream: z.string(),
  /** Whom or what it concerns, if the stream does not say so: often another stream. */
  target: z.string().nullable(),
  /** The last name of a saved funnel or view that was deleted. */
  name: z.string().nullable(),
  /** Whose data it concerns, as far as they are not erased. The id leads to the person, the number is a customer's. */
  persons: z.array(z.object({ id: z.uuid(), name: z.string().nullable(), number: z.int().nullable() })),
  /** Of failures: how many more there were in the hour; null for the first. */
  further: z.int().nullable(),
  /** The opened event and the reason. An analyst does not see the reason. */
  opened: z.object({ eventId: z.uuid(), type: z.string(), reason: z.string().nullable() }).nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** GET /api/admin/audit: newest first. `admins`: all that one may filter by. */
export const auditPage = z.object({
  entries: z.array(auditEntry),
  admins: z.array(z.object({ id: z.uuid(), email: z.string().nullable() })),
  next: z.string().nullable(),
})
export type AuditPage = z.infer<typeof auditPage>
