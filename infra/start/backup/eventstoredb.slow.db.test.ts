import path from 'node:path'
import { startEmulator } from '@tba/event-store/eventstoredb/testing/emulator/emulator.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, ownFolder, resumed, target } from '../../tests/support/backed-up.ts'
import { person, register } from '../../tests/support/person.ts'
import { openProduct, password } from '../../tests/support/product.ts'
import { essenceOf } from '../../tests/support/seeded-log.ts'
import { openKeys } from '../local/keys.ts'
import { backUp } from './backup.ts'
import { bringKeyFile } from './key-file.ts'
import { readManifest } from './manifest.ts'
import { restore } from './restore.ts'

test('a log in EventStoreDB is backed up while the product runs, and restored into PostgreSQL', async () => {
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const [url, dataDir, someone] = [await emptyDatabase(), ownFolder(), person()]
  const secrets = openKeys(dataDir, { dataExists: false })
  const parts = { databaseUrl: url, eventStoreUrl: emulator.url, secrets }
  await using product = await openProduct(parts)
  await register(product, someone)
  const say = () => {}
  const from = path.join(ownFolder(), 'monday')
  const { objects } = product
  await backUp({ url, logUrl: emulator.url, dataDir, objects, to: from, say })

  const place = await target()
  bringKeyFile({ dataDir: place.dataDir, from, hasDatabase: false })
  const manifest = await readManifest(path.join(from, 'log'))
  await restore({ ...place, objects: objectsOnDisk(place.dataDir), from, manifest, erasureLists: [], say })
  expect(await essenceOf(place.url)).toEqual(await essenceOf(emulator.url))
  const { again } = await resumed(place)
  expect((await again.visitor().post('/api/login', { email: someone.email, password })).status).toBe(200)
})
