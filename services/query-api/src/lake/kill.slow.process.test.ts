import { killWriter } from './testing/kill-writer.ts'

test('a lake whose writer was killed 20 times on the way equals the copy after the next round', async () => {
  const { faults, rows, events, killed } = await killWriter(20)
  expect({ faults, rows, killed }).toEqual({ faults: [], rows: events, killed: 20 })
})
