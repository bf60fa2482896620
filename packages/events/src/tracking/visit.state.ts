import { type Evolver, noLogTime } from '../decider.ts'
import type { VisitEvent } from './events.ts'

type Started = Extract<VisitEvent, { type: 'VisitStarted' }>['data']

export type VisitState = Started & {
  startedAt: string | null
  lastAt: string | null
  consent: 'all' | 'none' | null
  /** The visitor's last page. */
  page: string | null
  interactions: number
  analyticsEvents: number
  refusals: number
}

/** The known state of a visit. No command uses it: tracking records all events. */
export const visitState: Evolver<VisitState, VisitEvent> = {
  initial: {
    startedAt: null,
    lastAt: null,
    consent: null,
    page: null,
    interactions: 0,
    analyticsEvents: 0,
    refusals: 0,
    userAgent: null,
    referrer: null,
    address: null,
    language: null,
  },
  evolve(before, event, { recordedAt } = noLogTime) {
    const state = { ...before, startedAt: before.startedAt ?? recordedAt, lastAt: recordedAt }
    switch (event.type) {
      case 'VisitStarted':
        return { ...state, ...event.data }
      case 'InteractionTracked':
        return { ...state, page: event.data.page, interactions: state.interactions + 1 }
      case 'AnalyticsEventTracked':
        return { ...state, page: event.data.page, analyticsEvents: state.analyticsEvents + 1 }
      case 'ConsentChosen':
        return { ...state, consent: event.data.choice }
      case 'ActionRefused':
        return { ...state, refusals: state.refusals + 1 }
    }
  },
}
