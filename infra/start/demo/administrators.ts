import type { Random } from './random.ts'
import { romeMidnight, romeTime, type Span } from './rhythm.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What an administrator does at the console, from signing in to signing out. */
export type AdminStep = { atMs: number } & (
  | { does: 'sign-in'; sessionId: string }
  | { does: 'set-measurement-id'; measurementId: string }
  | { does: 'export'; sessionId: string; exported: 'questionnaires' | 'interactions' | 'analytics' }
  | { does: 'sign-out'; sessionId: string }
)
export type AdminVisit = { startMs: number; steps: AdminStep[] }

const exports = [
  ['questionnaires', 60],
  ['interactions', 22],
  ['analytics', 18],
] as const

/** Every working day, in the morning and often again in the afternoon. */
export function adminVisits({ fromMs, untilMs }: Span, random: Random): AdminVisit[] {
  const visits: AdminVisit[] = []
  for (let noonMs = fromMs + 12 * hourMs; noonMs < untilMs + dayMs; noonMs += dayMs) {
    const { weekday } = romeTime(noonMs)
    if (weekday === 0 || weekday === 6) continue
    const midnightMs = romeMidnight(noonMs, 0)
    visits.push(adminVisit(random, midnightMs + random.between(8.7, 10) * hourMs, visits.length === 0))
    if (random.chance(0.5))
      visits.push(adminVisit(random, midnightMs + random.between(14.5, 17.5) * hourMs, false))
  }
  // A visit under way would leave its session open.
  return visits.filter(({ steps }) => (steps.at(-1)?.atMs ?? 0) < untilMs)
}

function adminVisit(random: Random, fromMs: number, isFirst: boolean): AdminVisit {
  const startMs = Math.round(fromMs)
  const sessionId = random.uuid()
  const steps: AdminStep[] = [{ atMs: startMs, does: 'sign-in', sessionId }]
  let atMs = startMs
  const later = () => {
    atMs += Math.round(random.between(1, 9) * minuteMs)
    return atMs
  }
  // No page takes an id of this shape for a real one.
  if (isFirst) steps.push({ atMs: later(), does: 'set-measurement-id', measurementId: 'G-DEMO000000' })
  if (random.chance(0.3))
    steps.push({ atMs: later(), does: 'export', sessionId, exported: random.weighted(exports) })
  steps.push({ atMs: later(), does: 'sign-out', sessionId })
  return { startMs, steps }
}
