import { faultOfServer } from '@tba/postgres/server.ts'
import pg from 'pg'
import { UnusableLog } from '../../port.ts'
import type { Connections } from '../connections.ts'
import { migrate, schemaVersion } from './migrations.ts'
import { isCopying, isRestoring } from './restoring.ts'

/**
 * Migrates the schema. Refuses a server or log on which events could get lost. @returns the log's generation
 * @throws {UnusableLog}
 */
export async function openLog(connections: Connections, isForRestore = false): Promise<number> {
  const fault = await connections.use(faultOfServer)
  if (fault) throw new UnusableLog(`The PostgreSQL of the event log ${fault}.`)
  if (!isForRestore && (await connections.use(isRestoring)))
    throw new UnusableLog(
      'A restore into this database was started and did not finish: run it again with the same backup.',
    )
  if (!isForRestore && (await connections.use(isCopying)))
    throw new UnusableLog(
      'A copy into this log was started and did not finish: run the same `npm run migrate:log` again.',
    )
  const version = await connections.use(client => migrate(client)).catch(refuseForRights)
  if (version > schemaVersion)
    throw new UnusableLog(
      `The event log has the schema version ${version}, and this build knows ${schemaVersion}: a newer release has opened it. Start that one, or restore a backup from before it.`,
    )
  const [meta] = await connections.query<{ generation: number; is_ahead: boolean }>({
    name: 'log.meta',
    text: `select generation,
      exists (select from log.events where xid >= pg_snapshot_xmax(pg_current_snapshot())) as is_ahead from log.meta`,
  })
  if (meta?.is_ahead)
    throw new UnusableLog(
      'The event log holds transaction ids that this server has not drawn yet: it was copied by hand. Use `npm run restore` with a backup, which renumbers them.',
    )
  return meta?.generation ?? 0
}

const insufficientPrivilege = '42501'

function refuseForRights(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
  throw new UnusableLog(
    `The PostgreSQL of the event log (EVENTSTORE_URL, else DATABASE_URL) does not let its user make tables: ${error.message}. Grant create on the database.`,
  )
}
