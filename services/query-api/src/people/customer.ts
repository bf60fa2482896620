import { type CustomerDetail, setupState, tiedVisit } from '@tba/events/people/views.ts'
import { eventsByCategory } from '@tba/events/registry.ts'
import { setupStep } from '@tba/events/setup/events.ts'
import { columnOf } from '@tba/events/setup/steps.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { categoriesNamedByAccount, streams } from '@tba/events/streams.ts'
import { z } from 'zod'
import { sessions } from '../accounts/find-personal-data.ts'
import { profile } from '../accounts/profile.reads.ts'
import { rowOf } from '../own-data.ts'
import { bots, credentials, progress } from '../setup/setup.reads.ts'

export const shownParts = { profile, sessions, progress, credentials, bots }

export const foundCustomer = rowOf(shownParts).extend({
  profile: profile.view.nullable(),
  state: setupState.nullable(),
  visits: z.array(tiedVisit),
  /** The types of what they did. */
  done: z.array(z.string()),
})
type Found = z.infer<typeof foundCustomer>

/** A customer as administrators see them; null where there is none, or none any longer. */
export function shownCustomer(id: string, found: Found): CustomerDetail | null {
  const { profile: held, progress, bots, credentials, sessions, visits, state, done } = found
  if (!held) return null
  const { id: userId, username: _, ...profile } = held
  return {
    ...{ id, userId, profile, bots, credentials, visits },
    plan: progress?.plan ?? null,
    // The registration may be known to one table and not yet to the other.
    state: state ?? 'registered',
    setup: progress && setupOf(progress),
    sessions: sessions.toReversed(),
    streams: categoriesNamedByAccount
      .filter(kind => done.some(type => Object.hasOwn(eventsByCategory[kind], type)))
      .map(kind => streams[kind](id)),
  }
}

/** Without the licence, which is worth money to whoever reads it. */
function setupOf(progress: Progress): CustomerDetail['setup'] {
  const { deposit, step1_broker_link, step3_screenshots, completedAt, createdAt, updatedAt } = progress
  return {
    ...{ deposit, completedAt, createdAt, updatedAt },
    steps: setupStep.options.map(step => ({ step, done: progress[columnOf[step]] })),
    brokerLink: step1_broker_link,
    screenshots: step3_screenshots,
  }
}
