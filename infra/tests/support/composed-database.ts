import { tmpdir } from 'node:os'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { newSecrets, secretsFrom } from '@tba/runtime/secrets.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { databaseFromTemplate, type FreshDatabase } from '@tba/testing/database.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'

/** A new database on which a product was composed once, and nothing has happened since. */
export function composedDatabase(): Promise<FreshDatabase> {
  return databaseFromTemplate('composed', async databaseUrl => {
    // If the template exists already, these imports are not needed.
    const { compose } = await import('../../start/local/compose.ts')
    const composition = await compose({
      databaseUrl,
      secrets: secretsFrom(newSecrets()),
      objects: objectsOnDisk(tmpdir()),
      analytics: { folder: quickFolder('tba-composed-'), memoryMb: 128 },
      publicUrl: 'http://localhost:3000',
      limitScale: 1,
      logger: createLogger({ service: 'test', level: 'silent' }),
    })
    await composition[Symbol.asyncDispose]()
  })
}
