import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Picture, Pictures } from './pictures.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @param folder of its own; one folder an account below it */
export function picturesOnDisk(folder: string): Pictures {
  const folderOf = (accountId: string) => path.join(folder, checked(accountId))
  const fileOf = ({ accountId, pictureId }: Picture) =>
    path.join(folderOf(accountId), `${checked(pictureId)}.webp`)

  return {
    async put(place, bytes) {
      const file = fileOf(place)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // Renamed into place whole: a reader never meets half a picture.
      const half = `${file}.${randomUUID()}`
      await writeFile(half, bytes, { mode: 0o600 })
      await rename(half, file)
    },
    async open(place) {
      try {
        const file = await open(fileOf(place))
        const { size } = await file.stat()
        return { stream: file.createReadStream(), sizeBytes: size }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: place => rm(fileOf(place), { force: true }),
    removeAllOf: accountId => rm(folderOf(accountId), { recursive: true, force: true }),
  }
}

/** Both parts of a path are UUIDs that we made; anything else must not reach the file system. */
function checked(id: string): string {
  if (!uuid.test(id)) throw new Error('a picture was asked for by a name that is no UUID')
  return id
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
