import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Held } from './held.ts'
import { MadeHistory, placeAt } from './testing/made-history.ts'

const [visits, accounts] = [5, 3]
const visitKey = (visit: number) => 100 + visit
const accountKey = (account: number) => 1_000 + account
const idOf = (account: number) => `0a1b2c3d-0000-4000-8000-00000000000${account}`

type Deed =
  | { does: 'register'; account: number; userId: number }
  | { does: 'tie'; visit: number; account: number }
  | { does: 'name'; visit: number; userId: number }
  | { does: 'expire'; visit: number }
  | { does: 'ask'; share: number; bots: boolean }

const [visit, account, userId] = [fc.nat(visits - 1), fc.nat(accounts - 1), fc.nat(2)]
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ does: fc.constant('register' as const), account, userId }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('tie' as const), visit, account }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('name' as const), visit, userId }) },
  fc.record({ does: fc.constant('expire' as const), visit }),
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('ask' as const), share: fc.nat(100), bots: fc.boolean() }),
  },
)

/** A history to which deeds are added, with what an engine that follows it keeps. */
class Followed {
  readonly history = new MadeHistory()
  readonly held: Held = this.history.held()

  private record(type: string): PackedPosition {
    return this.history.add({ stream: -7, type })
  }

  do(deed: Exclude<Deed, { does: 'ask' }>): void {
    const { history, held } = this
    const place = this.record(deed.does)
    if (deed.does === 'register') {
      const isNew = history.accountRows.every(({ row }) => row[0] !== accountKey(deed.account))
      if (isNew)
        history.accountRows.push({ row: [accountKey(deed.account), idOf(deed.account), deed.userId], place })
    } else if (deed.does === 'expire') {
      history.tieRows = history.tieRows.filter(([key]) => key !== visitKey(deed.visit))
      const number = held.columns.streams.find(visitKey(deed.visit))
      held.expire(new Set(number < 0 ? [] : [number]), place)
    } else {
      const by = deed.does === 'tie' ? [accountKey(deed.account), null] : [null, deed.userId]
      const [key, number] = by as [number | null, number | null]
      const isNew = history.tieRows.every(
        ([its, account, user]) => its !== visitKey(deed.visit) || account !== key || user !== number,
      )
      if (isNew) history.tieRows.push([visitKey(deed.visit), key, number, place])
    }
  }

  /** Whose each visit is, by keys. */
  async tiedAsOf(held: Held, upTo: PackedPosition, bots: boolean) {
    const { streams } = held.columns
    const owners = await this.history.look(held).own(upTo, { bots })
    return Array.from({ length: visits }, (_, visit) => {
      const number = streams.find(visitKey(visit))
      return number < 0 ? [] : owners.tiedTo(number).map(each => streams.keys[each])
    })
  }
}

test('who follows the history knows whose each visit is as one who reads it now for the first time', async () => {
  const asked = fc.asyncProperty(fc.array(deed, { maxLength: 40 }), async deeds => {
    const followed = new Followed()
    for (const each of deeds) {
      if (each.does !== 'ask') followed.do(each)
      else {
        const { length } = followed.history.events
        const upTo = placeAt(Math.round((length * each.share) / 100))
        const place = upTo < followed.history.end ? upTo : followed.history.end
        expect(await followed.tiedAsOf(followed.held, place, each.bots)).toEqual(
          await followed.tiedAsOf(followed.history.held(), place, each.bots),
        )
      }
    }
  })
  await fc.assert(asked, { numRuns: 200 })
})

test('ties are read once, and then those that came since', async () => {
  const followed = new Followed()
  const { history, held } = followed
  const ask = async () => {
    history.asked.length = 0
    const tied = await followed.tiedAsOf(held, history.end, true)
    return [tied.filter(({ length }) => length > 0).length, history.asked]
  }
  followed.do({ does: 'register', account: 0, userId: 1 })
  for (const visit of [0, 1, 2]) followed.do({ does: 'tie', visit, account: 0 })
  expect(await ask()).toEqual([3, ['3 ties']])
  expect(await ask()).toEqual([3, []])
  followed.do({ does: 'name', visit: 3, userId: 1 })
  expect(await ask()).toEqual([4, ['1 ties']])
})

test('a number is nobody’s before the account that has it, and where several have it', async () => {
  const followed = new Followed()
  const asOf = (at: number) => followed.tiedAsOf(followed.held, placeAt(at), true)
  followed.do({ does: 'name', visit: 0, userId: 1 })
  followed.do({ does: 'register', account: 0, userId: 1 })
  expect((await asOf(0))[0]).toEqual([])
  expect((await asOf(1))[0]).toEqual([accountKey(0)])
  followed.do({ does: 'register', account: 1, userId: 1 })
  expect((await asOf(2))[0]).toEqual([])
})
