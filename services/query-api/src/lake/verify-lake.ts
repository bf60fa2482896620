import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LakeFile, LakeStore, Manifest } from '@tba/runtime/storage/lake.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { changeable, kinds, rowsOf } from './rows.ts'
import { daysOfCopy, isSame } from './write-lake.ts'

type Verified = {
  store: LakeStore
  manifest: Manifest
  /** For one file of the lake after the other, where the copy may read. */
  folder: string
  onDay: (line: string) => void
}

/**
 * Compares the lake with a copy of the log up to its position.
 * @returns a line for each difference
 */
export async function verifyLake(
  snapshot: Snapshot,
  { store, manifest, folder, onDay }: Verified,
): Promise<string[]> {
  const faults: string[] = []
  const days = new Set([...(await daysOfCopy(snapshot)), ...manifest.files.map(({ day }) => day)])
  for (const day of [...days].sort()) {
    for (const kind of kinds) {
      const files = manifest.files.filter(file => file.day === day && file.path.startsWith(`${kind}/`))
      const fetched: string[] = []
      for (const file of files) {
        const fetchedTo = path.join(folder, `${fetched.length}.parquet`)
        const fault = await fetchFile(store, file, fetchedTo)
        if (fault) faults.push(fault)
        else fetched.push(fetchedTo)
      }
      // Until the parts of a day are merged, what came later is not in the earlier ones.
      const without = kind === 'events' && files.some(({ why }) => why === 'part') ? changeable : []
      const isWhole = fetched.length === files.length
      if (isWhole && !(await isSame(snapshot, rowsOf[kind]({ day }), fetched, without)))
        faults.push(`different ${kind}/day=${day}`)
      for (const file of fetched) await rm(file)
    }
    onDay(day)
  }
  return faults
}

async function fetchFile(
  store: LakeStore,
  { path: name, sha256 }: LakeFile,
  to: string,
): Promise<string | null> {
  const bytes = await store.get(name)
  if (!bytes) return `missing   ${name}`
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return `damaged   ${name}`
  await writeFile(to, bytes)
  return null
}
