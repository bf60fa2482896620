import { createHash, createSecretKey } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { open, seal } from '@tba/runtime/sealing/cipher.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { z } from 'zod'
import type { CopiedFile } from './copy.ts'

const line = z.object({ accountId: z.string(), pictureId: z.string(), box: z.string() })

type Shelf = { folder: string; file: string; key: Buffer }

const context = (accountId: string, pictureId: string) => `picture\n${accountId}\n${pictureId}`

/** The pictures of customers, each sealed by the backup's own key: they lie in clear on the disk that they come from. */
export async function writePictures({ folder, file, key }: Shelf): Promise<CopiedFile> {
  const sealing = createSecretKey(key)
  const target = await fs.promises.open(file, 'wx', 0o600)
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  try {
    for (const { accountId, pictureId, name } of picturesIn(folder)) {
      const picture = await fs.promises.readFile(name).catch(unlessGone)
      if (!picture) continue
      const box = seal(sealing, picture, context(accountId, pictureId))
      const text = Buffer.from(`${JSON.stringify({ accountId, pictureId, box })}\n`)
      hash.update(text)
      await target.write(text)
      rows++
      bytes += text.length
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** @param isErased whose pictures are not put back */
export async function readPictures(
  { folder, file, key }: Shelf,
  isErased: (accountId: string) => boolean,
): Promise<number> {
  const opening = createSecretKey(key)
  const pictures = picturesOnDisk(folder)
  let count = 0
  for await (const text of readline.createInterface({ input: fs.createReadStream(file) })) {
    const { accountId, pictureId, box } = line.parse(JSON.parse(text))
    if (isErased(accountId)) continue
    await pictures.put({ accountId, pictureId }, open(opening, box, context(accountId, pictureId)))
    count++
  }
  return count
}

function* picturesIn(folder: string) {
  if (!fs.existsSync(folder)) return
  for (const accountId of fs.readdirSync(folder)) {
    const own = path.join(folder, accountId)
    for (const file of namesIn(own)) {
      // What is being written at this moment has another ending.
      if (!file.endsWith('.webp')) continue
      yield { accountId, pictureId: path.basename(file, '.webp'), name: path.join(own, file) }
    }
  }
}

/** None where the customer was erased since the folder above was read, or where it is a file that somebody left. */
function namesIn(own: string): string[] {
  try {
    return fs.readdirSync(own)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

/** Erased since the folder was read. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
