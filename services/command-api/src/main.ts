import { watchDatabases } from '@tba/runtime/disk.ts'
import { readServiceEnvironment } from '@tba/runtime/environment.ts'
import { runService } from '@tba/runtime/service.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { buildApp } from './app.ts'

const read = () => ({ name: 'command-api', ...readServiceEnvironment(process.env) })

await runService(read, async (frame, environment) => {
  const { connectionString, eventStoreUrl, host, port } = environment
  const disk = await watchDatabases([connectionString, eventStoreUrl], frame.logger)
  const objects = await openObjects(environment.objects, frame.logger)
  const app = await buildApp({ ...environment, ...frame, disk, objects, givenUrl: environment.publicUrl })
  frame.defer(() => app.close())
  await app.listen({ host, port })
  return undefined
})
