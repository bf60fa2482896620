import { kinds } from './faults/kinds.ts'
import { arrangementOf, kindOf, planOf } from './plan.ts'

const seeds = Array.from({ length: 300 }, (_, seed) => seed)

test('the same seed gives the same plan, and another seed another', () => {
  const plan = (seed: number) => JSON.stringify(planOf({ seed, minutes: 2, faults: 3 }))
  for (const seed of seeds) expect(plan(seed)).toBe(plan(seed))
  expect(new Set(seeds.map(plan)).size).toBe(seeds.length)
})

test('every plan has different kinds, in a world that can have all of them, while the load runs', () => {
  for (const seed of seeds) {
    const plan = planOf({ seed, minutes: 2, faults: 5 })
    expect(new Set(plan.map(({ kind }) => kind)).size).toBe(5)
    const world = arrangementOf(seed, plan)
    for (const { kind, target, atMs, forMs } of plan) {
      const { targets, lasts, needs } = kindOf(kind)
      expect(targets).toContain(target)
      expect(world).toMatchObject(needs?.(target) ?? {})
      expect(atMs).toBeGreaterThanOrEqual(10_000)
      expect(atMs).toBeLessThanOrEqual(90_000)
      expect(forMs).toBeGreaterThanOrEqual(lasts[0])
      expect(forMs).toBeLessThanOrEqual(lasts[1])
    }
  }
})

test('300 seeds of two faults meet every kind and every one of its targets, and none that is left out', () => {
  const drawn = seeds.flatMap(seed => planOf({ seed, minutes: 2, faults: 2 }).map(({ kind }) => kind))
  expect(new Set(drawn)).toEqual(new Set(Object.keys(kinds)))
  for (const [kind, { targets }] of Object.entries(kinds)) {
    const met = seeds.map(seed => planOf({ seed, minutes: 2, faults: [kind] })[0]?.target)
    expect(new Set(met)).toEqual(new Set(targets))
  }
  const without = ['clock', 'disk-full']
  const others = seeds.flatMap(seed => planOf({ seed, minutes: 2, faults: 2, without }))
  expect(others.filter(({ kind }) => without.includes(kind))).toEqual([])
})
