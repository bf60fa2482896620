import { streams } from '@tba/events/streams.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import { between, chance, pick, uuid } from './random.ts'
import { hoursOf, romeTime, type Span } from './rhythm.ts'
import { contextOf, type Happening, type World } from './stage.ts'

/** What an administrator does at the console: every working day, in the morning and often again in the afternoon. */
export function administrators(world: World, span: Span, adminId: string): Happening[] {
  const hours = hoursOf(span).filter(startMs => {
    const { hour, weekday } = romeTime(startMs)
    return weekday !== 'Sat' && weekday !== 'Sun' && (hour === 9 || (hour === 15 && chance(0.5)))
  })
  // A visit under way would leave its session open.
  const visits = hours.map((startMs, at) => atConsole(world, { startMs, adminId, isFirst: at === 0 }))
  return visits.filter(visit => (visit.at(-1)?.atMs ?? 0) < span.untilMs).flat()
}

type Visit = { startMs: number; adminId: string; isFirst: boolean }

function atConsole({ decide }: World, { startMs, adminId, isFirst }: Visit): Happening[] {
  const sid = uuid()
  let atMs = startMs
  const later = () => {
    atMs += Math.round(between(1, 9) * 60_000)
    return { atMs, context: contextOf() }
  }
  const expiresAt = new Date(startMs + adminAbsoluteSeconds * 1000).toISOString()
  const visit = [decide(later(), sid, { type: 'SignInAdmin', adminId, expiresAt })]
  // No page takes an id of this shape for a real one.
  const measurementId = 'G-DEMO000000'
  if (isFirst) visit.push(decide(later(), 'analytics', { type: 'SetMeasurementId', measurementId }))
  if (chance(0.3)) {
    const exported = pick(['questionnaires', 'questionnaires', 'interactions', 'analytics'] as const)
    const events = [{ type: 'DataExported', data: { exported, position: null } } as const]
    visit.push({ ...later(), stream: streams.admin(adminId), events, expected: 'any' })
  }
  return [...visit, decide(later(), sid, { type: 'SignOutAdmin' })]
}
