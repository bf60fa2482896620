import { copyFile, link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../disk.ts'
import type { LakeStore } from './lake.ts'

export function lakeOnDisk(root: string): LakeStore {
  return {
    async put(name, from) {
      const file = path.join(root, name)
      makeFolder(path.dirname(path.resolve(file)))
      const temporary = path.join(root, `${crypto.randomUUID()}.part`)
      // On the same disk a file takes no space twice.
      if (typeof from === 'string') await link(from, temporary).catch(() => copyFile(from, temporary))
      else await writeNew(temporary, from)
      await rename(temporary, file)
      // Renaming changes nothing where both are links to one file.
      await rm(temporary, { force: true })
    },
    get: name => readFile(path.join(root, name)).catch(nullIfMissing),
    remove: name => rm(path.join(root, name), { force: true }),
    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(nullIfMissing)
      for (const entry of entries ?? [])
        if (entry.isFile()) yield path.relative(root, path.join(entry.parentPath, entry.name))
    },
  }
}

async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(bytes)
  await handle.sync()
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
