import { z } from 'zod'
import { eventsIn } from '../registry.ts'
import { type KindsOf, kindsOf } from '../streams.ts'

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
