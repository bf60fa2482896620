import { z } from 'zod'
import { profile } from './events.ts'

/** The current user and the profile: one shape. Times are ISO 8601 UTC; what is absent is null. */
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

/** GET /api/user/sessions: those that are open, newest first. */
export const openSessions = z.array(
  z.object({
    id: z.uuid(),
    device: z.string().nullable(),
    /** Truncated to its /24 or /48. */
    address: z.string().nullable(),
    openedAt: z.iso.datetime(),
    /** The one that asks. */
    current: z.boolean(),
  }),
)
export type OpenSessions = z.infer<typeof openSessions>
