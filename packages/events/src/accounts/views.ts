import { z } from 'zod'
import { profile } from './events.ts'

/** User and profile have one shape. Times are ISO 8601 UTC. Absent fields are null. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  ...profile.shape,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type User = z.infer<typeof user>

/** GET /api/user/sessions: the open sessions, newest first. */
export const openSessions = z.array(
  z.object({
    id: z.uuid(),
    device: z.string().nullable(),
    /** Truncated to its /24 or /48. */
    address: z.string().nullable(),
    openedAt: z.iso.datetime(),
    /** The calling session. */
    current: z.boolean(),
  }),
)
export type OpenSessions = z.infer<typeof openSessions>
