import { faker } from '@faker-js/faker/locale/it'
import { streams } from '@tba/events/streams.ts'
import { adminAbsoluteSeconds } from '@tba/runtime/http/admin-session.ts'
import { between, chance, hourMs, pick, romeTime, type Span, visitTimes } from './random.ts'
import { newVisitor } from './visitor.ts'
import { type Site, type Visitor, World } from './world.ts'

/** The same seed gives the same month. */
export type MonthOptions = { visits: number; seed: string; span: Span; adminId: string }

/**
 * The appends in order of time, and the number of visits so far. Generated while they are read, so that a month of any size fits
 * in memory. One month at a time, because all use one seeded generator.
 */
export function* month(site: Site, { visits, seed, span, adminId }: MonthOptions) {
  faker.seed([...Buffer.from(seed)])
  const world = new World(site)
  administrate(world, span, adminId)
  /** In the order of their next visit. */
  const waiting: { fromMs: number; visitor: Visitor }[] = []
  for (const [number, startMs] of visitTimes(span, visits).entries()) {
    // In batches. Later appends are not all generated yet.
    if (number % 96 === 0) yield { appends: world.takeBefore(startMs), visits: number }
    const isBack = waiting[0] && waiting[0].fromMs <= startMs
    const visitor = (isBack && waiting.shift()?.visitor) || newVisitor(world, startMs)
    const { value: fromMs } = visitor.next(startMs)
    if (!fromMs) continue
    waiting.splice(waiting.findLastIndex(other => other.fromMs <= fromMs) + 1, 0, { fromMs, visitor })
  }
  yield { appends: world.takeBefore(span.untilMs), visits }
}

/** An administrator uses the console every working day: in the morning, and often in the afternoon. */
function administrate(world: World, { fromMs, untilMs }: Span, adminId: string): void {
  // A visit that ends later would leave its session open.
  for (let startMs = fromMs; startMs < untilMs - hourMs; startMs += hourMs) {
    const { hour, weekday } = romeTime(startMs)
    const isAtWork = hour === 9 || (hour === 15 && chance(0.5))
    if (!isAtWork || weekday === 'Sat' || weekday === 'Sun') continue
    const sid = faker.string.uuid()
    const after = (min: number, max: number) => ({ atMs: startMs + between(min, max) * 60_000 })
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
