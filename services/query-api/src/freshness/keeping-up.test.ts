import type { Position } from '@tba/event-store/port.ts'
import { checkpoints } from './checkpoints.ts'
import { assertKeepingUp } from './freshness.ts'

const at = (text: string) => text as Position
const head = (position: string | null) => ({ read: async () => (position === null ? null : at(position)) })

function behind(during: (known: ReturnType<typeof checkpoints>) => void) {
  const known = checkpoints()
  known.replace([
    ['bots', at('5')],
    ['users', at('9')],
  ])
  const reach = vi.fn(async () => {
    during(known)
    return known.hasReached(['bots', 'users'], at('9'))
  })
  return { head: head('9'), checkpoints: known, freshness: { reach } }
}

test('a projection that is far behind but moves keeps up', async () => {
  const followed = behind(known => known.advance({ position: at('6'), projections: ['bots'] }))
  await assertKeepingUp(followed, ['bots', 'users'])
})

test('only a projection that does not move is named', async () => {
  await expect(
    assertKeepingUp(
      behind(() => {}),
      ['bots', 'users'],
    ),
  ).rejects.toThrow(/projected: bots$/)
})
