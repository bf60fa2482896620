import { z } from 'zod'
import { eventsIn } from '../registry.ts'
import { type KindsOf, kindsOf } from '../streams.ts'
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

/** What stands in a customer's streams and is not told as their doing. */
const untold = ['RegistrationAbandoned', 'SessionExpired', 'AccountErased'] as const

type CustomerEvent = { [K in KindsOf<'customer'>]: keyof (typeof eventsIn)[K] }[KindsOf<'customer'>]
export type ActivityType = Exclude<CustomerEvent, (typeof untold)[number]>

/** What a customer did, by the events' names: whatever else is recorded in their streams. */
export const activityType = z.enum(
  kindsOf('customer')
    .flatMap(kind => Object.keys(eventsIn[kind]) as CustomerEvent[])
    .filter((type): type is ActivityType => !untold.some(other => other === type)),
)

/** GET /api/user/activity: the caller's own events, newest first, at most 50. */
export const activity = z.array(z.object({ type: activityType, at: z.iso.datetime() }))
export type Activity = z.infer<typeof activity>

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
