import { recordExport } from '@tba/query-api/admins/record-export.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import { between, chance, pick, uuid } from './random.ts'
import { hoursOf, romeTime, type Span } from './rhythm.ts'
import { command, contextOf, type Step } from './stage.ts'

/** What an administrator does at the console: every working day, in the morning and often again in the afternoon. */
export function administrators(span: Span, adminId: string): Step[] {
  const hours = hoursOf(span).filter(startMs => {
    const { hour, weekday } = romeTime(startMs)
    return weekday !== 'Sat' && weekday !== 'Sun' && (hour === 9 || (hour === 15 && chance(0.5)))
  })
  // A visit under way would leave its session open.
  const visits = hours.map((startMs, at) => atConsole(startMs, adminId, at === 0))
  return visits.filter(steps => (steps.at(-1)?.atMs ?? 0) < span.untilMs).flat()
}

function atConsole(startMs: number, adminId: string, isFirst: boolean): Step[] {
  const sessionId = uuid()
  const steps: Step[] = []
  let atMs = startMs
  const then = (act: Step['act']) => {
    atMs += Math.round(between(1, 9) * 60_000)
    steps.push({ atMs, act })
  }
  const expiresAt = new Date(startMs + adminAbsoluteSeconds * 1000).toISOString()
  then(command(contextOf(), sessionId, { type: 'SignInAdmin', adminId, expiresAt }))
  // No page takes an id of this shape for a real one.
  const measurementId = 'G-DEMO000000'
  if (isFirst) then(command(contextOf(), 'analytics', { type: 'SetMeasurementId', measurementId }))
  if (chance(0.3)) {
    const type = pick(['questionnaires', 'questionnaires', 'interactions', 'analytics'] as const)
    const exporter = { adminId, sid: sessionId, ticketId: null }
    then(({ log }) => recordExport(log, { type, end: '', exporter, context: contextOf() }))
  }
  then(command(contextOf(), sessionId, { type: 'SignOutAdmin' }))
  return steps
}
