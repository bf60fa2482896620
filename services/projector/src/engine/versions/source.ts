import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Refusal } from '@tba/runtime/refusal.ts'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type Checkpoint, readCheckpoints } from '../commit/checkpoints.ts'
import type { Projection } from '../projection.ts'

/**
 * A hash of the source that determines a projection’s rows: its `.sql`, its `.projection.ts`, and their imports from
 * the same folder. Without the version, comment lines and indentation.
 */
export async function sourceOf({ sql }: Pick<Projection, 'sql'>): Promise<string> {
  const texts = [countedOf(await readFile(sql, 'utf8'))]
  const files = [new URL(sql.href.replace(/\.sql$/, '.projection.ts'))]
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    texts.push(countedOf(text))
    for (const [, imported = ''] of text.matchAll(/from '(\.\/[^']+)'/g)) {
      const url = new URL(imported, file)
      if (!files.some(({ href }) => href === url.href)) files.push(url)
    }
  }
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
}

function countedOf(text: string): string {
  const withoutBlocks = text.replace(/^[ \t]*\/\*(?:(?!\*\/).)*\*\/[ \t]*$/gms, '')
  const lines = withoutBlocks.split(/\r?\n/).map(line => line.trim())
  return lines.filter(line => line !== '' && !/^(\/\/|--)|^version: \d+,$/.test(line)).join('\n')
}

const noted = z.object({ schema: z.string(), note: z.string().nullable() })

/** The comment on a schema. It is dropped with the schema. */
export const noteOf = (source: string) => `folded with ${source}`

/** The notes of these schemas. */
export async function readNotes(db: CommonQueryMethods, checkpoints: readonly Checkpoint[]) {
  const schemas = checkpoints.map(({ schema }) => schema)
  const rows = await db.any(sql.type(noted)`
    select nspname as schema, obj_description(oid, 'pg_namespace') as note
    from pg_catalog.pg_namespace where nspname = any(${sql.array(schemas, 'text')})`)
  return new Map(rows.map(({ schema, note }) => [schema, note]))
}

/** @throws {ChangedWithoutVersion} if a projection is live in this version, but was folded with another source */
export async function refuseChanged(db: CommonQueryMethods, projections: readonly Projection[]) {
  const live = await readCheckpoints(db)
  const notes = await readNotes(db, live)
  for (const projection of projections) {
    const { name, version } = projection
    const checkpoint = live.find(held => held.projection === name && held.version === version)
    if (checkpoint && notes.get(checkpoint.schema) !== noteOf(await sourceOf(projection)))
      throw new ChangedWithoutVersion(projection)
  }
}

/** One table would mix rows of the old source and of the new one. */
export class ChangedWithoutVersion extends Refusal {
  override readonly name = 'ChangedWithoutVersion'
  constructor({ name, version }: Projection) {
    super(
      `The projection ${name} has changed since this database’s tables were folded, but its version is still ${version}. Run npm run fix to set the next version. Its tables are then folded again.`,
    )
  }
}
