import { type Decider, refuse } from '../decider.ts'
import type { AlarmEvent, AlarmOutcome } from './events.ts'

type DataOf<T extends AlarmEvent['type']> = Extract<AlarmEvent, { type: T }>['data']
type Saved = DataOf<'AlarmMade'>
type Judged = DataOf<'AlarmJudged'>

export type AlarmCommand =
  | { type: 'MakeAlarm'; alarm: Saved }
  | { type: 'ChangeAlarm'; alarm: Saved }
  | { type: 'DeleteAlarm' }
  | { type: 'SnoozeAlarm'; until: string; now: string }
  | { type: 'JudgeAlarm'; outcome: AlarmOutcome; now: string }

type Live = Saved & {
  state: Judged['state'] | 'paused'
  /** Since when it has this state; null: it was never counted. */
  since: string | null
  /** It has fired and not recovered. */
  isOpen: boolean
  /** When the last letter about its firing was sent. */
  letterAt: string | null
  /** A letter said that it is unknown. */
  isUnknownSaid: boolean
  until: string | null
}
export type AlarmState = Live | 'unknown' | 'deleted'

const dayMs = 86_400_000
const unknownSaidAfterMs = 1_800_000

/**
 * One letter when it fires, one when it recovers, and one a day in between. It fires and recovers at the second count in a row:
 * one count may be an accident.
 */
export const alarmDecider: Decider<AlarmState, AlarmCommand, AlarmEvent, 'unknown' | 'deleted'> = {
  initial: 'unknown',
  decide(alarm, command) {
    // A retry has the same id, and makes nothing.
    if (command.type === 'MakeAlarm')
      return alarm === 'unknown' ? [{ type: 'AlarmMade', data: command.alarm }] : []
    if (alarm === 'unknown' || alarm === 'deleted') return refuse(alarm)
    switch (command.type) {
      case 'ChangeAlarm':
        return [{ type: 'AlarmChanged', data: command.alarm }]
      case 'DeleteAlarm':
        return [{ type: 'AlarmDeleted', data: {} }]
      case 'SnoozeAlarm': {
        const { until, now } = command
        // A time that has come ends a pause.
        const isNothing = until <= now ? (alarm.until ?? now) <= now : until === alarm.until
        return isNothing ? [] : [{ type: 'AlarmSnoozed', data: { until } }]
      }
      case 'JudgeAlarm': {
        const { outcome, now } = command
        if (alarm.until && now < alarm.until) return []
        const judged = { ...judge(alarm, outcome, now), at: now, ...saidOf(outcome) }
        const isNews = judged.state !== alarm.state || alarm.since === null || judged.letter !== null
        return isNews ? [{ type: 'AlarmJudged', data: judged }] : []
      }
    }
  },
  evolve(alarm, event) {
    switch (event.type) {
      case 'AlarmMade':
      case 'AlarmChanged':
        return {
          ...event.data,
          state: 'unknown',
          since: null,
          until: null,
          isOpen: false,
          letterAt: null,
          isUnknownSaid: false,
        }
      case 'AlarmDeleted':
        return 'deleted'
      case 'AlarmSnoozed':
        return typeof alarm === 'object' ? { ...alarm, state: 'paused', until: event.data.until } : alarm
      case 'AlarmJudged':
        return typeof alarm === 'object' ? after(alarm, event.data) : alarm
    }
  },
}

function judge(alarm: Live, { is }: AlarmOutcome, now: string): Pick<Judged, 'state' | 'letter'> {
  const { state, isOpen, since, letterAt, isUnknownSaid } = alarm
  const isOld = (at: string | null, ms: number) => at !== null && Date.parse(now) - Date.parse(at) >= ms
  switch (is) {
    case 'unknown': {
      const isSaid = isUnknownSaid || state !== 'unknown' || !isOld(since, unknownSaidAfterMs)
      return { state: 'unknown', letter: isSaid ? null : 'unknown' }
    }
    case 'met':
      if (isOpen) return { state: 'firing', letter: isOld(letterAt, dayMs) ? 'reminder' : null }
      return state === 'pending' ? { state: 'firing', letter: 'firing' } : { state: 'pending', letter: null }
    case 'clear':
      if (!isOpen) return { state: 'ok', letter: null }
      return state === 'recovering'
        ? { state: 'ok', letter: 'recovered' }
        : { state: 'recovering', letter: null }
  }
}

const saidOf = (outcome: AlarmOutcome) => ({
  reason: outcome.is === 'unknown' ? outcome.reason : null,
  value: outcome.is === 'unknown' ? null : outcome.value,
})

function after(alarm: Live, { state, at, letter }: Judged): Live {
  return {
    ...alarm,
    state,
    until: null,
    since: state === alarm.state && alarm.since !== null ? alarm.since : at,
    isOpen: letter === 'firing' || (alarm.isOpen && letter !== 'recovered'),
    letterAt: letter === 'firing' || letter === 'reminder' ? at : alarm.letterAt,
    isUnknownSaid: state === 'unknown' && (alarm.isUnknownSaid || letter === 'unknown'),
  }
}
