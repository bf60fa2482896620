import { randomUUID } from 'node:crypto'
import type { EventType } from '@tba/events/registry.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { sessions } from '../../accounts/sessions.projection.ts'
import { failing } from '../../testing/failing.ts'
import { shipped } from '../../testing/shipped.ts'
import { caughtUp, eventually, running } from '../../testing/world.ts'
import { tracking } from '../../tracking/tracking.projection.ts'
import { verify } from '../../verify/verify.ts'
import type { Projection } from '../projection.ts'
import { readParked, request } from './parked.ts'

/** Projections that fail at one type of events until they are repaired. */
async function broken(type: EventType, ...of: Projection[]) {
  const bug = { isThere: true }
  const fragile = of.map(projection => failing(projection, type, () => bug.isThere))
  const { projector, ...it } = await running({ projections: fragile })
  async function mend() {
    await caughtUp(projector)
    expect(await readParked(it.pool)).not.toEqual([])
    bug.isThere = false
    await request(it.pool, 'retry', {})
    await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  }
  return {
    ...it,
    mend,
    isSame: async () => (await verify({ ...it, projections: of })).every(it => it.isSame),
  }
}

const accountId = randomUUID()
const opened = shipped('SessionOpened', { accountId })
const revoked = (except: string | null) => ({ type: 'SessionsRevoked', data: { except } }) as const

test('a session folded late stays revoked if its revocation was folded before', async () => {
  const { append, mend, rows, isSame } = await broken('SessionOpened', sessions)
  const [ended, kept, later] = [randomUUID(), randomUUID(), randomUUID()]
  await append(streams.session(ended), opened)
  await append(streams.session(kept), opened)
  await append(streams.account(accountId), revoked(kept))
  await append(streams.session(later), opened)
  await mend()
  expect((await rows('select sid from read.sessions')).map(({ sid }) => sid).sort()).toEqual(
    [kept, later].sort(),
  )
  expect(await isSame()).toBe(true)
})

test('a visit folded late leaves no rows if it has expired meanwhile', async () => {
  const { append, mend, rows, isSame } = await broken('InteractionTracked', tracking)
  const visit = streams.visit('gone')
  await append(visit, ...Array(600).fill(shipped('InteractionTracked', { eventType: 'page_view' })))
  await append(streams.tracking(), {
    type: 'VisitsExpired',
    data: { before: '2099-01-01T00:00:00.000Z', visits: [idOf(visit)] },
  })
  await mend()
  for (const table of ['site_interactions', 'visits', 'counters'])
    expect(await rows(`select * from read.${table}`), table).toEqual([])
  expect(await isSame()).toBe(true)
})
