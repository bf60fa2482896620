import { writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { freePort } from '@tba/embedded-postgres/free-port.ts'
import { isServing } from '@tba/embedded-postgres/ready.ts'
import { startCluster } from './cluster.ts'
import { quickFolder } from './quick-folder.ts'
import { withClient } from './with-client.ts'

test('replaces a port that another program took first', async () => {
  const other = net.createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const taken = (other.address() as AddressInfo).port
  const drawn: number[] = []
  const cluster = await startCluster({
    choosePort: async () => {
      drawn.push(drawn.length === 0 ? taken : await freePort())
      return drawn.at(-1) ?? 0
    },
  })
  onTestFinished(() => cluster.destroy())
  expect(drawn).toHaveLength(2)
  const up = await withClient(cluster.connectionString, client => client.query('select 1 as up'))
  expect(up.rows).toEqual([{ up: 1 }])
})

test('recognises a running cluster by its processes, not only by a leftover file', async () => {
  const folder = quickFolder('tba-postgres-')
  const cluster = await startCluster({ folder })
  onTestFinished(() => cluster.destroy())
  expect(isServing(clusterFolder(folder))).toBe(true)
  await cluster.stop()
  expect(isServing(clusterFolder(folder))).toBe(false)
  const ofAnother = [process.pid, folder, 1, 5432, '', '', '', 'ready', ''].join('\n')
  writeFileSync(join(clusterFolder(folder), 'postmaster.pid'), ofAnother)
  expect(isServing(clusterFolder(folder))).toBe(false)
  await cluster.start()
})
