import { setTimeout as after } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { OpenCopy } from './open-copy.ts'

const hours = sql`select count(*) as n from range(10000000000) a where hash(a.range) % 3 = 0`

test('a query that is given up ends at once, however early it is given up', async () => {
  const copy = await OpenCopy.open(':memory:', { memoryMb: 64, siteHost: null })
  for (let waited = 0; waited < 12; waited++) {
    const closing = new AbortController()
    const waiting = { preferred: null, required: null, waitMs: 0, signal: closing.signal }
    const answer = copy.answer(waiting, snapshot => snapshot.rows(hours))
    const ended = expect(answer).rejects.toThrow()
    if (waited > 0) await after(waited - 1)
    closing.abort(new Error('nobody waits'))
    await ended
  }
  await copy.close()
})
