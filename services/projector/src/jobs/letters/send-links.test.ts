import { streams } from '@tba/events/streams.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../../engine/projection.ts'
import { recordedFixture } from '../../testing/fixtures.ts'
import { memoryLog } from '../../testing/memory-log.ts'
import { sendInvitation } from './send-links.ts'

const administrators = { stream: streams.administrators() }
const [first, second] = ['first', 'second'].map(invitationId =>
  recordedFixture('AdminInvited', administrators, { invitationId }),
) as [EventOf<'AdminInvited'>, EventOf<'AdminInvited'>]
const { adminId } = first.data

/** The ids of the events whose letters are sent, if the log has these events. */
async function lettersAfter(...events: Parameters<typeof memoryLog>[0]): Promise<string[]> {
  const sent: string[] = []
  const deps = {
    log: memoryLog(events) as unknown as EventLog,
    mailer: { send: async (id: string) => void sent.push(id) },
    secrets: { tickets: Buffer.alloc(32) },
    publicUrl: 'https://example.com',
    brand: 'Listino AI',
  } as unknown as Parameters<typeof sendInvitation>[0]
  for (const event of [first, second]) await sendInvitation(deps, event)
  return sent
}

test('only the newest invitation is sent, and none after it was accepted or withdrawn', async () => {
  const accepted = recordedFixture('AdminInvitationAccepted', administrators, { adminId })
  const ended = recordedFixture('AdminEnded', administrators, { adminId })
  expect(await lettersAfter(first)).toEqual([first.id])
  expect(await lettersAfter(first, second)).toEqual([second.id])
  expect(await lettersAfter(first, second, accepted)).toEqual([])
  expect(await lettersAfter(first, second, ended)).toEqual([])
})
