import { streams } from '@tba/events/streams.ts'
import type { DiskSpace } from '@tba/runtime/disk.ts'
import type { Letter } from '../../mail/letter.ts'
import { fixture } from '../../testing/fixtures.ts'
import { caughtUp, world } from '../../testing/world.ts'
import { createJobTables } from '../job-tables.ts'
import { watchProduct } from './watch-product.ts'

const begun = Date.parse('2026-11-23T08:00:00Z')
const roomy: DiskSpace = { freeBytes: 50, totalBytes: 100 }

async function watched() {
  const it = await world({ isProjected: true })
  await createJobTables(it.pool)
  const sent: Letter[] = []
  let disk = roomy
  let isDown = false
  return {
    it,
    sent,
    breakMail: (broken: boolean) => {
      isDown = broken
    },
    fill: (freeBytes: number) => {
      disk = { ...roomy, freeBytes }
    },
    /** Looks each minute, for so long. */
    async look(fromMinute: number, minutes: number) {
      for (let minute = fromMinute; minute < fromMinute + minutes; minute++)
        await watchProduct(
          {
            pool: it.pool,
            store: it.store,
            publicUrl: 'https://example.com',
            notifyEmail: 'capo@example.com',
            disks: async () => [disk],
            mailer: {
              async send(_id, letter) {
                if (isDown) throw new Error('the mail server is down')
                sent.push(letter)
              },
              forget: async () => {},
              close: () => {},
            },
          },
          new Date(begun + minute * 60_000),
        )
    },
  }
}
const subjects = (sent: readonly Letter[]) => sent.map(({ subject }) => subject)

test('a disk under a tenth is one letter, one a day while it stays, and one when it is over', async () => {
  const { sent, fill, look } = await watched()
  fill(10)
  await look(0, 20)
  expect(sent).toEqual([])
  fill(9)
  await look(20, 30)
  expect(subjects(sent)).toEqual(['Attenzione: il disco è quasi pieno'])
  await look(24 * 60 + 40, 10)
  fill(50)
  await look(25 * 60, 30)
  expect(subjects(sent).slice(1)).toEqual([
    'Ancora: il disco è quasi pieno',
    'Rientrato: il disco è quasi pieno',
  ])
  expect(sent[0]?.to).toBe('capo@example.com')
})

test('projections that stand still are a letter, those that move with the log none', async () => {
  const { it, sent, look } = await watched()
  await look(0, 11)
  await it.append(streams.lead('1'), fixture('LeadSubmitted'))
  await look(11, 20)
  expect(subjects(sent)).toEqual(['Attenzione: le proiezioni sono indietro'])
  await caughtUp(await it.start())
  await look(31, 15)
  expect(subjects(sent).slice(1)).toEqual(['Rientrato: le proiezioni sono indietro'])
})

test('events that the log has lost are a letter', async () => {
  const { it, sent, look } = await watched()
  await it.rows(`insert into projector.lost_events (event_count, is_exact, first, last)
    values (3, true, 'a', 'b') returning event_count`)
  await look(0, 11)
  expect(subjects(sent)).toEqual(['Attenzione: il registro ha perso eventi'])
})

test('a letter that the mail server does not take goes out at the next look', async () => {
  const { sent, fill, breakMail, look } = await watched()
  fill(5)
  await look(0, 1)
  breakMail(true)
  await expect(look(5, 1)).rejects.toThrow('the mail server is down')
  breakMail(false)
  await look(6, 4)
  expect(sent).toEqual([])
  await look(10, 1)
  expect(subjects(sent)).toEqual(['Attenzione: il disco è quasi pieno'])
})
