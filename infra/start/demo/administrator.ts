import { streams } from '@tba/events/streams.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import { between, chance, hourMs, pick, romeTime, type Span, uuid } from './random.ts'
import { contextOf, type World } from './world.ts'

/** An administrator uses the console every working day: in the morning, and often in the afternoon. */
export function administrate(world: World, { fromMs, untilMs }: Span, adminId: string): void {
  // A visit that ends later would leave its session open.
  for (let startMs = fromMs; startMs < untilMs - hourMs; startMs += hourMs) {
    const { hour, weekday } = romeTime(startMs)
    const isWorkday = weekday !== 'Sat' && weekday !== 'Sun'
    if (isWorkday && (hour === 9 || (hour === 15 && chance(0.5)))) useConsole(world, startMs, adminId)
  }
}

function useConsole({ appends, record }: World, startMs: number, adminId: string): void {
  const sid = uuid()
  let atMs = startMs
  const later = () => {
    atMs += Math.round(between(1, 9) * 60_000)
    return { atMs, context: contextOf() }
  }
  const expiresAt = new Date(startMs + adminAbsoluteSeconds * 1000).toISOString()
  record(later(), sid, { type: 'SignInAdmin', adminId, expiresAt })
  if (chance(0.3)) {
    const exported = pick(['questionnaires', 'questionnaires', 'interactions', 'analytics'] as const)
    const events = [{ type: 'DataExported', data: { exported, position: null } } as const]
    appends.push({ ...later(), stream: streams.admin(adminId), events, expected: 'any' })
  }
  record(later(), sid, { type: 'SignOutAdmin' })
}
