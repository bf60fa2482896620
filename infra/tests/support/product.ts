import path from 'node:path'
import { openEventStore } from '@tba/event-store/open.ts'
import type { EventStore, StoredEvent } from '@tba/event-store/port.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { newSecrets, type Secrets, secretsFrom } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { type FreshDatabase, freshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import pg from 'pg'
import { type ComposeOptions, compose } from '../../start/local/compose.ts'
import { composedDatabase } from './composed-database.ts'
import './routes.ts'
import { type EventQuery, newestAccountIn, recordedIn } from './recorded-events.ts'
import { type Visitor, visitor } from './visitor.ts'

export type TestedProduct = AsyncDisposable & {
  app: Awaited<ReturnType<typeof compose>>['app']
  secrets: Secrets
  connectionString: string
  /** The event store below the log, without the checks of the product. */
  store: EventStore
  /** The log's events as they are stored. */
  recorded(query?: EventQuery): Promise<readonly StoredEvent[]>
  /** The id of the newest account. */
  newestAccount(): Promise<string>
  objects: Objects
  visitor(): Visitor
  customer(email?: string): Promise<Visitor>
  /** Reads the database directly, which no user can do. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

export const password = 'segreta-di-prova'

/** The data of a registration. */
export const newcomer = (email: string) => ({ email, password, firstName: 'Anna', lastName: 'Bianchi' })

/** The whole product on a new or a given database, called without a network. */
export async function openProduct(parts: Partial<ComposeOptions> = {}): Promise<TestedProduct> {
  await using opening = new AsyncDisposableStack()
  const { connectionString, drop } = await databaseFor(parts)
  opening.defer(drop)
  const secrets = secretsFrom(newSecrets())
  const folder = quickFolder('tba-product-')
  const { objects = objectsOnDisk(folder) } = parts
  // Before the product: its jobs load libraries, which can block the process longer than a connection may take.
  const store = await openEventStore({ url: parts.eventStoreUrl ?? connectionString })
  opening.defer(() => store.close())
  const client = new pg.Client({ connectionString })
  // A test may cut it.
  client.on('error', () => {})
  await client.connect()
  opening.defer(() => client.end())
  const { app } = opening.use(
    await compose({
      databaseUrl: connectionString,
      secrets,
      objects,
      analytics: { folder: path.join(folder, 'analytics'), memoryMb: 128 },
      publicUrl: 'http://localhost:3000',
      limitScale: 1,
      logger: createLogger({ service: 'test', level: 'silent' }),
      ...parts,
    }),
  )

  const opened = opening.move()
  return {
    app,
    secrets,
    connectionString,
    objects,
    store,
    recorded: query => recordedIn(store, query),
    newestAccount: () => newestAccountIn(store),
    visitor: () => visitor(app),
    async customer(email = `cliente-${crypto.randomUUID()}@example.com`) {
      const registering = visitor(app)
      const { status, text } = await registering.post('/api/register', newcomer(email))
      if (status !== 201) throw new Error(`registering answered ${status}: ${text}`)
      return registering
    },
    query: async (text, values) => (await client.query(text, values)).rows,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A composed database also holds the log in PostgreSQL. */
async function databaseFor({ databaseUrl, eventStoreUrl }: Partial<ComposeOptions>): Promise<FreshDatabase> {
  if (databaseUrl) return { connectionString: databaseUrl, drop: async () => {} }
  return eventStoreUrl ? freshDatabase() : composedDatabase()
}
