import type { Position } from '@tba/event-store/port.ts'
import { expect, test, vi } from 'vitest'
import { announcements, type Told } from './announcements.ts'
import { checkpoints } from './checkpoints.ts'
import { noticingShorter } from './shorter-log.ts'

const at = (text: string) => text as Position

/** A log that a test moves, and a table of checkpoints that is read over one road. */
function service(projected: string) {
  const table = { position: projected }
  const log = { head: at(projected) as Position | null }
  const told: Told[] = []
  const read = async () => [{ projection: 'bots', position: table.position }]
  const known = checkpoints()
  const heard = announcements(
    [
      road => {
        told.push(road)
        const catchUp = () => road.onListening(read)
        return { opened: catchUp(), isListening: true, catchUp, close: async () => {} }
      },
    ],
    { into: known },
  )
  const onShorter = vi.fn(() => void heard.refresh())
  const ask = vi.fn(async () => log.head)
  const head = noticingShorter({ ask, checkpoints: known, projections: ['bots'], onShorter })
  const announce = (position: string) => told[0]?.onHeard(JSON.stringify({ position, projections: ['bots'] }))
  return { known, heard, table, log, ask, head, announce, onShorter }
}

const soon = { timeout: 5_000, interval: 1 }

test('after an older log was put back, customers are shown what they have just done as soon as it is folded anew', async () => {
  const { known, heard, table, log, head, announce } = service('900')
  await heard.opened
  log.head = at('500')
  // The projector has yet to notice.
  await head()
  expect(known.of('bots')).toBe('900')
  table.position = '500'
  await head()
  await vi.waitFor(() => expect(known.of('bots')).toBe('500'), soon)
  expect(known.hasReached(['bots'], at('501'))).toBe(false)
  announce('501')
  expect(known.hasReached(['bots'], at('501'))).toBe(true)
})

test('a log that was emptied is shorter than any', async () => {
  const { heard, log, head, onShorter } = service('900')
  await heard.opened
  log.head = null
  await head()
  expect(onShorter).toHaveBeenCalledOnce()
})

test('what is projected while the log is asked is no sign of a shorter one', async () => {
  const { heard, ask, head, announce, onShorter } = service('900')
  await heard.opened
  ask.mockImplementationOnce(async () => {
    announce('901')
    return at('900')
  })
  expect(await head()).toBe('900')
  expect(onShorter).not.toHaveBeenCalled()
})
