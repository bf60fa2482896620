import type { Position } from '@tba/event-store/port.ts'
import { expect, test, vi } from 'vitest'
import { checkpoints } from './checkpoints.ts'
import { noticingShorter } from './log-head.ts'

const at = (text: string) => text as Position

/** A log that a test moves, and a table of checkpoints that is read again where the log is shorter. */
function service(projected: string) {
  const table = { position: projected }
  const log = { head: at(projected) as Position | null }
  const known = checkpoints()
  const read = () => known.replace([['bots', at(table.position)]])
  read()
  const onShorter = vi.fn(read)
  const ask = vi.fn(async () => log.head)
  const head = noticingShorter({ ask, checkpoints: known, projections: ['bots'], onShorter })
  const announce = (position: string) => known.advance({ position: at(position), projections: ['bots'] })
  return { known, table, log, ask, head, announce, onShorter }
}

test('after a restore, customers see new writes as soon as they are projected', async () => {
  const { known, table, log, head, announce } = service('900')
  log.head = at('500')
  // The projector has yet to notice.
  await head()
  expect(known.of('bots')).toBe('900')
  table.position = '500'
  await head()
  expect(known.of('bots')).toBe('500')
  expect(known.hasReached(['bots'], at('501'))).toBe(false)
  announce('501')
  expect(known.hasReached(['bots'], at('501'))).toBe(true)
})

test('what is projected while the log is asked is no sign of a shorter one', async () => {
  const { ask, head, announce, onShorter } = service('900')
  ask.mockImplementationOnce(async () => {
    announce('901')
    return at('900')
  })
  expect(await head()).toBe('900')
  expect(onShorter).not.toHaveBeenCalled()
})
