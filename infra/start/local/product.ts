import path from 'node:path'
import { issuedPassword } from '@tba/command-api/admins/first-admin.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { processMeters } from '@tba/runtime/meters.ts'
import { openLake } from '@tba/runtime/storage/open-lake.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { compose, type JobsOptions } from './compose.ts'
import { type Keys, openKeys } from './data/keys.ts'
import type { Environment } from './environment.ts'
import { addressRefusal, withPort } from './ports.ts'
import { announce, buildingAnnouncer } from './progress.ts'
import type { WebClient } from './web-client.ts'

/** What the services need. */
export interface ProductOptions {
  environment: Environment
  databaseUrl: string
  keys: Keys
  /** Absent if another server has the pages, as in development. */
  webClient?: WebClient
  /** Rebuilds a projection that changed under its live version, and does not refuse it: for development. */
  foldsChanged?: boolean
  /** Ends a start that is still folding the read tables. */
  signal?: AbortSignal
}

export interface Product {
  /** Its port; for 0, the chosen one. */
  port: number
  /** Answers running requests, then stops everything. */
  close(): Promise<void>
}

/** The services and the pages on one port. Resolves when they answer. Throws StartRefusal for a taken port. */
export function startProduct(parts: ProductOptions): Promise<Product> {
  return withPort(parts.environment, port => startOnPort(port, parts))
}

async function startOnPort(
  port: number,
  { environment, databaseUrl, keys, webClient, foldsChanged, signal }: ProductOptions,
): Promise<Product> {
  const { host, dataDir, publicUrl = `http://localhost:${port}`, trustProxy, ...settings } = environment
  const { adminEmail, adminPassword } = environment
  const logger = createLogger({ service: 'local', level: environment.logLevel })
  await using opening = new AsyncDisposableStack()
  const { app } = opening.use(
    await compose({
      ...settings,
      databaseUrl,
      publicUrl,
      foldsChanged,
      signal,
      logger,
      secrets: keys,
      givenUrl: environment.publicUrl,
      rereadSecrets: () => openKeys(dataDir, { dataExists: true }),
      objects: await openObjects(environment.objects, logger),
      erasuresFile: path.join(dataDir, 'erasures.txt'),
      analytics: { folder: path.join(dataDir, 'analytics'), memoryMb: environment.analyticsMemoryMb },
      lake: { open: () => openLake(environment.lakeUrl, environment.objects) },
      ...(trustProxy && { trustProxy }),
      meters: processMeters(),
      jobs: jobsOf(environment),
      ...(webClient && { notFound: webClient.notFound }),
      admin: { email: adminEmail, password: adminPassword },
      onAdminCreated: password => announce(issuedPassword(adminEmail, password)),
      onBuilding: buildingAnnouncer(),
    }),
  )
  if (adminPassword) announce(`Administrator: ${adminEmail}, password: as ADMIN_PASSWORD says.`)
  await webClient?.serve(app)
  await app.listen({ host, port }).catch(error => {
    throw addressRefusal(error, { host, port })
  })
  const opened = opening.move()
  return { port, close: () => opened.disposeAsync() }
}

function jobsOf({ dataDir, smtpUrl, mailFrom, ...others }: Environment): JobsOptions {
  const { notifyEmail, visitsKeptDays } = others
  const mail = { smtpUrl, from: mailFrom, folder: path.join(dataDir, 'mail') }
  return { mail, notifyEmail, visitsKeptDays }
}
