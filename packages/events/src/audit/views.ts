import { z } from 'zod'

/** What an administrator did. */
export const auditWhat = z.enum([
  'signedIn',
  'signedOut',
  'looked',
  'opened',
  'exported',
  'changed',
  'replayed',
  'rebuilt',
  'retried',
  'skipped',
  'erased',
])
export type AuditWhat = z.infer<typeof auditWhat>

export const auditEntry = z.object({
  /** Of the event that says so. */
  id: z.uuid(),
  position: z.string(),
  at: z.iso.datetime(),
  /** Null where it was the product itself, at a start. */
  admin: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  what: auditWhat,
  type: z.string(),
  /** Where the event stands. */
  stream: z.string(),
  /** Whom or what it was about, where the stream does not say so: often another stream. */
  target: z.string().nullable(),
  /** Which event was opened, and why; an analyst is not told the words. */
  opened: z.object({ eventId: z.uuid(), type: z.string(), reason: z.string().nullable() }).nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** GET /api/admin/audit: newest first; `admins` are all whom one may filter by. */
export const auditPage = z.object({
  entries: z.array(auditEntry),
  admins: z.array(z.object({ id: z.uuid(), email: z.string().nullable() })),
  next: z.string().nullable(),
})
export type AuditPage = z.infer<typeof auditPage>
