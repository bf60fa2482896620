import { faker } from '@faker-js/faker/locale/it'
import { streams } from '@tba/events/streams.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import { between, chance, hourMs, pick, romeTime, type Span } from './random.ts'
import type { World } from './world.ts'

/** An administrator uses the console every working day: in the morning, and often in the afternoon. */
export function administrate(world: World, { fromMs, untilMs }: Span, adminId: string): void {
  // A visit that ends later would leave its session open.
  for (let startMs = fromMs; startMs < untilMs - hourMs; startMs += hourMs) {
    const { hour, weekday } = romeTime(startMs)
    const isAtWork = hour === 9 || (hour === 15 && chance(0.5))
    if (!isAtWork || weekday === 'Sat' || weekday === 'Sun') continue
    const sid = faker.string.uuid()
    const after = (least: number, most: number) => ({ atMs: startMs + between(least, most) * 60_000 })
    const expiresAt = new Date(startMs + adminAbsoluteSeconds * 1000).toISOString()
    world.record(after(0, 9), sid, { type: 'SignInAdmin', adminId, expiresAt })
    if (chance(0.3)) {
      const exported = pick(['questionnaires', 'questionnaires', 'interactions', 'analytics'] as const)
      const data = { exported, position: null }
      world.append(after(10, 19), streams.admin(adminId), [{ type: 'DataExported', data }])
    }
    world.record(after(20, 29), sid, { type: 'SignOutAdmin' })
  }
}
