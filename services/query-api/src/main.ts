import { readQueryEnvironment } from '@tba/runtime/environment.ts'
import { runService } from '@tba/runtime/service.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { buildApp } from './app.ts'
import { awaitTables } from './await-tables.ts'

const environment = readQueryEnvironment(process.env)
const { eventStoreUrl, host, port, analytics } = environment

await runService({ name: 'query-api', ...environment, prepare: awaitTables }, async frame => {
  const app = await buildApp({
    ...environment,
    ...frame,
    objects: await openObjects(environment.objects, frame.logger),
    analytics: { ...analytics, eventStoreUrl },
  })
  frame.defer(() => app.close())
  await app.listen({ host, port })
  return undefined
})
