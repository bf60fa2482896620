import { streams } from '@tba/events/streams.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import { between, chance, pick, uuid } from './random.ts'
import { hourMs, romeTime, type Span } from './rhythm.ts'
import { contextOf, type World } from './story.ts'

/** An administrator uses the console every working day: in the morning, and often in the afternoon. */
export function administrate(world: World, { fromMs, untilMs }: Span, adminId: string): void {
  // The pages do not accept this id as a real one.
  const setting = { type: 'SetMeasurementId', measurementId: 'G-DEMO000000' } as const
  world.happenings.push(world.decide({ atMs: fromMs, context: contextOf() }, 'analytics', setting))
  // A visit that ends later would leave its session open.
  for (let startMs = fromMs; startMs < untilMs - hourMs; startMs += hourMs) {
    const { hour, weekday } = romeTime(startMs)
    const isWorkday = weekday !== 'Sat' && weekday !== 'Sun'
    if (isWorkday && (hour === 9 || (hour === 15 && chance(0.5)))) lookAtConsole(world, startMs, adminId)
  }
}

function lookAtConsole({ happenings, decide }: World, startMs: number, adminId: string): void {
  const sid = uuid()
  let atMs = startMs
  const later = () => {
    atMs += Math.round(between(1, 9) * 60_000)
    return { atMs, context: contextOf() }
  }
  const expiresAt = new Date(startMs + adminAbsoluteSeconds * 1000).toISOString()
  happenings.push(decide(later(), sid, { type: 'SignInAdmin', adminId, expiresAt }))
  if (chance(0.3)) {
    const exported = pick(['questionnaires', 'questionnaires', 'interactions', 'analytics'] as const)
    const events = [{ type: 'DataExported', data: { exported, position: null } } as const]
    happenings.push({ ...later(), stream: streams.admin(adminId), events, expected: 'any' })
  }
  happenings.push(decide(later(), sid, { type: 'SignOutAdmin' }))
}
