import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { checkedFolder, checkedKey, isKey, type Objects } from './objects.ts'

/** @param root several processes may share it; a key is a path below it */
export function objectsOnDisk(root: string): Objects {
  const fileOf = (key: string) => path.join(root, checkedKey(key))

  /** With what is being written, of which the names are no keys. */
  async function* namesIn(folder: string): AsyncGenerator<string> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(unlessMissing)
    for (const entry of entries ?? []) {
      if (entry.isDirectory()) yield* namesIn(`${folder}${entry.name}/`)
      else yield folder + entry.name
    }
  }

  return {
    async put(key, bytes) {
      const file = fileOf(key)
      const folder = path.dirname(file)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed into place whole: a reader never meets half an object.
      const half = `${file}.${randomUUID()}`
      await synced(half, 'wx', handle => handle.writeFile(bytes))
      await rename(half, file)
      await synced(folder, 'r')
    },
    async get(key) {
      return (await readFile(fileOf(key)).catch(unlessMissing)) ?? null
    },
    remove: key => rm(fileOf(key), { force: true }),
    async removeAll(folder, before) {
      const place = path.join(root, checkedFolder(folder))
      if (!before) return rm(place, { recursive: true, force: true })
      for await (const name of namesIn(folder)) {
        const file = path.join(root, name)
        const found = await stat(file).catch(unlessMissing)
        if (found && found.mtime < before) await rm(file, { force: true })
      }
    },
    async *list(folder) {
      for await (const name of namesIn(checkedFolder(folder))) if (isKey(name)) yield name
    },
  }
}

type Handle = Awaited<ReturnType<typeof open>>

/** What a power cut would undo is on disk when this resolves. */
async function synced(
  place: string,
  flags: string,
  write = async (_: Handle): Promise<void> => {},
): Promise<void> {
  await using handle = await open(place, flags, 0o600)
  await write(handle)
  await handle.sync()
}

/** Somebody may have removed it meanwhile. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
