import { z } from 'zod'

/** A file of the lake. `first` and `last`: positions in the log. `why` it was written last. */
const lakeFile = z.object({
  path: z.string(),
  /** In Rome. */
  day: z.string(),
  rows: z.int(),
  first: z.string(),
  last: z.string(),
  schema: z.int(),
  sha256: z.string(),
  why: z.enum(['day', 'part', 'merged', 'late', 'visits', 'expiry', 'erasure', 'schema', 'log']),
})
export type LakeFile = z.output<typeof lakeFile>

/** What the lake consists of. A reader reads it first, and then only files that it names. */
const manifest = z.object({
  version: z.literal(1),
  /** The files hold the log up to here; null: they are not complete yet. */
  position: z.string().nullable(),
  /** Which process wrote it, and when: another one takes over only after some minutes. */
  writer: z.string(),
  writtenAt: z.string(),
  files: z.array(lakeFile),
})
export type Manifest = z.output<typeof manifest>

export const manifestName = '_manifest.json'

/** A folder, or a bucket with a prefix. Files are never changed, only replaced by others with a new name. */
export interface LakeStore {
  /** A reader sees it whole or not at all. @param from a file of this machine, or the bytes */
  put(name: string, from: string | Uint8Array): Promise<void>
  /** Null if there is none. */
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
  /** The names of all files, also of others. */
  list(): AsyncIterable<string>
}

export async function readManifest(store: LakeStore): Promise<Manifest | null> {
  const bytes = await store.get(manifestName)
  return bytes && manifest.parse(JSON.parse(bytes.toString('utf8')))
}

export const writeManifest = (store: LakeStore, written: Manifest): Promise<void> =>
  store.put(manifestName, Buffer.from(`${JSON.stringify(written, null, 1)}\n`))

const keptMs = 600_000
const ownName = /^((events|visits)\/day=\d{4}-\d\d-\d\d\/part-[0-9a-f]{16}\.parquet|[0-9a-f-]{36}\.part)$/

/**
 * Removes the files that the manifest no longer names, ten minutes after this was seen first: somebody may be reading them.
 * Files with other names are not the lake's.
 */
export function sweeper(store: LakeStore, { afterMs = keptMs } = {}) {
  const unnamedSince = new Map<string, number>()
  return async ({ files }: Manifest): Promise<void> => {
    const named = new Set(files.map(({ path }) => path))
    for await (const name of store.list()) {
      if (named.has(name) || !ownName.test(name)) {
        unnamedSince.delete(name)
        continue
      }
      const since = unnamedSince.get(name) ?? performance.now()
      unnamedSince.set(name, since)
      if (performance.now() - since < afterMs) continue
      await store.remove(name)
      unnamedSince.delete(name)
    }
  }
}
