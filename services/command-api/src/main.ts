import { watchDatabases } from '@tba/runtime/disk.ts'
import { readServiceEnvironment } from '@tba/runtime/environment.ts'
import { runService } from '@tba/runtime/service.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { buildApp } from './app.ts'

const environment = readServiceEnvironment(process.env)
const { connectionString, eventStoreUrl, host, port, picturesFolder } = environment

await runService({ name: 'command-api', ...environment }, async frame => {
  const disk = await watchDatabases([connectionString, eventStoreUrl], frame.logger)
  const app = await buildApp({ ...environment, ...frame, disk, pictures: picturesOnDisk(picturesFolder) })
  frame.defer(() => app.close())
  await app.listen({ host, port })
  return undefined
})
