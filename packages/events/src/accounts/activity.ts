import { z } from 'zod'
import { type CategoriesOf, categoriesOf, eventsByCategory } from '../streams.ts'

/** Events in a customer's streams that are no actions. */
const notActivity = ['RegistrationAbandoned', 'SessionExpired', 'AccountErased'] as const

type CustomerEvent = {
  [K in CategoriesOf<'customer'>]: keyof (typeof eventsByCategory)[K]
}[CategoriesOf<'customer'>]
export type ActivityType = Exclude<CustomerEvent, (typeof notActivity)[number]>

/** The actions of a customer, by event type: all other events in their streams. */
export const activityType = z.enum(
  categoriesOf('customer')
    .flatMap(kind => Object.keys(eventsByCategory[kind]) as CustomerEvent[])
    .filter((type): type is ActivityType => !notActivity.some(other => other === type)),
)

/** GET /api/user/activity: the caller's own events, newest first, at most 50. */
export const activity = z.array(z.object({ type: activityType, at: z.iso.datetime() }))
export type Activity = z.infer<typeof activity>
