import { readQueryEnvironment } from '@tba/runtime/environment.ts'
import { runService } from '@tba/runtime/service.ts'
import { openLake } from '@tba/runtime/storage/open-lake.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { buildApp } from './app.ts'
import { awaitTables } from './reads/await-tables.ts'

const read = () => ({ name: 'query-api', ...readQueryEnvironment(process.env), prepare: awaitTables })

await runService(read, async (frame, environment) => {
  const { eventStoreUrl, host, port, analytics } = environment
  const app = await buildApp({
    ...environment,
    ...frame,
    objects: await openObjects(environment.objects, frame.logger),
    analytics: { ...analytics, eventStoreUrl },
    lake: { open: () => openLake(environment.lakeUrl, environment.objects) },
  })
  frame.defer(() => app.close())
  await app.listen({ host, port })
  return undefined
})
