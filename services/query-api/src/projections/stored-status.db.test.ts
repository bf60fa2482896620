import { streams } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { sql } from 'slonik'
import { foundIn } from '../reads/open-session.ts'
import { readSide } from '../testing/read-side.ts'
import { storedStatuses } from './stored-status.ts'

const session = { sid: crypto.randomUUID(), sub: crypto.randomUUID() }
const side = await readSide()
const data = { adminId: session.sub, expiresAt: '2099-01-01T00:00:00.000Z' }
await side.append(streams.adminSession(session.sid), { type: 'AdminSignedIn', data })
afterAll(() => side.close())

/** The requests of a projection without a leader, so that nothing else changes it. */
async function asked(name: string, wishes: { position: string; askedAt: string; error?: string }[]) {
  await side.pool.query(sql.unsafe`
    insert into projector.checkpoints (projection, version, position, epoch, schema) values (${name}, 1, '', 1, '')`)
  for (const { position, askedAt, error = null } of wishes)
    await side.pool.query(sql.unsafe`
      insert into projector.rebuilds (event_id, projection, position, asked_at, done_at, error)
      values (${crypto.randomUUID()}, ${name}, ${position}, ${askedAt}::timestamptz,
        case when ${error}::text is not null then ${askedAt}::timestamptz + interval '1 minute' end, ${error})`)
  return waitFor(async () => {
    const found = (await storedStatuses(foundIn(side.pool), session)).find(status => status.name === name)
    expect(found).toBeDefined()
    return found?.rebuild
  })
}

test.each([
  ['the later one in the log, even if the clock stepped back between them', 'the first', 'the second'],
  ['a waiting one before a finished one', null, null],
])('of two rebuilds the status shows %s', async (_which, first, told) => {
  const wishes = [
    { position: '1', askedAt: '2026-06-02T00:00:00Z', ...(first && { error: first }) },
    { position: '2', askedAt: '2026-06-01T00:00:00Z', error: 'the second' },
  ]
  expect(await asked(crypto.randomUUID(), wishes)).toMatchObject({ isDone: told !== null, error: told })
})
