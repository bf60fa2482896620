import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../disk.ts'
import { checkedFolder, checkedKey, isKey, type Objects } from './objects.ts'

/** @param root several processes may share it. A key is a path below it */
export function objectsOnDisk(root: string): Objects {
  const fileOf = (key: string) => path.join(root, checkedKey(key))

  /** Includes temporary files, whose names are not keys. */
  async function* namesIn(folder: string, before?: Date): AsyncGenerator<string> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(unlessMissing)
    for (const entry of entries ?? []) {
      const name = folder + entry.name
      if (entry.isDirectory()) yield* namesIn(`${name}/`, before)
      else if (!before || (await isOlder(path.join(root, name), before))) yield name
    }
  }

  return {
    async put(key, bytes) {
      const file = fileOf(key)
      const folder = path.dirname(file)
      makeFolder(path.resolve(folder))
      // Write a temporary file, then rename it: a reader never sees a partial object.
      const temporary = `${file}.${crypto.randomUUID()}`
      await writeSynced(temporary, 'wx', handle => handle.writeFile(bytes))
      await rename(temporary, file)
      await writeSynced(folder, 'r')
    },
    async get(key) {
      return (await readFile(fileOf(key)).catch(unlessMissing)) ?? null
    },
    remove: key => rm(fileOf(key), { force: true }),
    async removeAll(folder, before) {
      const target = path.join(root, checkedFolder(folder))
      if (!before) return rm(target, { recursive: true, force: true })
      for await (const name of namesIn(folder, before)) await rm(path.join(root, name), { force: true })
    },
    async *list(folder, before) {
      for await (const name of namesIn(checkedFolder(folder), before)) if (isKey(name)) yield name
    },
  }
}

async function isOlder(file: string, before: Date): Promise<boolean> {
  const found = await stat(file).catch(unlessMissing)
  return found !== undefined && found.mtime < before
}

type Handle = Awaited<ReturnType<typeof open>>

/** Resolves when the data are on disk and survive a power cut. */
async function writeSynced(target: string, flags: string, write = async (_: Handle): Promise<void> => {}) {
  await using handle = await open(target, flags, 0o600)
  await write(handle)
  await handle.sync()
}

/** Another process may have removed it. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
