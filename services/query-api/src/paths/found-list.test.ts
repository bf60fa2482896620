import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundList, pageOfFound } from './found-list.ts'

test('page by page each unit comes once, in the order of the log', () => {
  const word = fc.integer({ min: 0, max: 2 }).map(number => (number === 2 ? 0xffff_ffff : number))
  const placed = fc.array(fc.tuple(word, word, word, word), { maxLength: 20 })
  const none = new Int32Array(0)
  fc.assert(
    fc.property(placed, fc.integer({ min: 1, max: 5 }), (each, limit) => {
      const trails = {
        ...{ units: none, starts: none, ends: none, kinds: none, steps: new Uint8Array(0) },
        places: Uint32Array.from(each.flat()),
        at: Float64Array.from(each, (_, row) => row),
      }
      const rows = each.map((_, row) => row)
      const list = foundList(trails, rows, rows)
      const seen: { unit: number; place: string; at: string }[] = []
      let after: string | null = null
      do {
        const { page, next } = pageOfFound(list, { after, limit })
        if (next !== null) expect(page.length).toBeGreaterThanOrEqual(limit)
        seen.push(...page)
        after = next
      } while (after !== null)
      expect(seen.map(({ unit }) => unit).sort((a, b) => a - b)).toEqual(rows)
      expect(seen.every(({ unit, at }) => Date.parse(at) === unit)).toBe(true)
      const places = seen.map(({ place }) => place)
      expect(places).toEqual(places.toSorted())
    }),
  )
})
