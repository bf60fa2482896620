import { readable } from '@tba/event-store/testing/contract/harness.ts'
import { streams } from '@tba/events/streams.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector } from '../../testing/world.ts'
import { connect } from '../database/connection.ts'
import { readCatalogue } from '../tables/catalogue.ts'
import { type Member, member as memberOf, takeBatch } from './batch.ts'
import { readCheckpoints } from './checkpoints.ts'
import { commitBatch, foldBatch } from './commit.ts'

/** A live projection with one event folded, a second one waiting, and no leader. */
async function halfway() {
  const { projector, ...it } = await runningProjector({ projections: [tally] })
  await it.append(streams.visit('v'), { type: 'ConsentChosen', data: { choice: 'all' } })
  await caughtUp(projector)
  await projector.stop()
  const { position } = await it.append(streams.visit('v'), {
    type: 'ConsentChosen',
    data: { choice: 'none' },
  })
  await readable(it.store, position)
  const events = await Array.fromAsync(it.log.readAll())
  const [checkpoint] = await readCheckpoints(it.pool)
  if (!checkpoint) throw new Error('no checkpoint')
  const tables = await readCatalogue(it.pool, tally, checkpoint.schema)
  const { position: stands, epoch } = checkpoint
  const member = memberOf({ projection: tally, tables, position: stands, epoch })
  const batch = takeBatch([member], { events, position }, 10)
  const connection = await connect(it.connectionString)
  onTestFinished(connection.close)
  const commit = async (moved: Member = member) =>
    commitBatch({ connection, checkpointTable: 'checkpoints' }, [moved], {
      tables: await foldBatch(connection, batch),
      position,
    })
  const standing = () =>
    it.rows(`select count, c.position = '${position}' as moved from read.tallies, projector.checkpoints c`)
  return { member, commit, standing }
}

test('rows and checkpoint move together', async () => {
  const { commit, member, standing } = await halfway()
  await commit()
  expect(await standing()).toEqual([{ count: 2, moved: true }])
  expect(await commit()).toBe(0)
  expect(member.position).not.toBe('')
})

test('the batch of a leader with an earlier epoch writes nothing', async () => {
  const { commit, member, standing } = await halfway()
  await expect(commit({ ...member, epoch: member.epoch - 1 })).rejects.toThrow('no longer where')
  expect(await standing()).toEqual([{ count: 1, moved: false }])
})

test('a batch that was committed is not committed again, even if its leader did not get the answer', async () => {
  const { commit, member, standing } = await halfway()
  const unaware = { ...member }
  await commit()
  await expect(commit(unaware)).rejects.toThrow('no longer where')
  expect(await standing()).toEqual([{ count: 2, moved: true }])
})
