import { createSecretKey } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import readline from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { open, seal } from '@tba/runtime/sealing/cipher.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { parsePictureKey, pictureKey, picturesFolder } from '@tba/runtime/storage/pictures.ts'
import { z } from 'zod'
import { type CopiedFile, describeFile } from './copy.ts'

const line = z.object({ accountId: z.string(), pictureId: z.string(), box: z.string() })

type PictureArchive = { objects: Objects; file: string; key: Buffer }

const context = (accountId: string, pictureId: string) => `picture\n${accountId}\n${pictureId}`

/** The customers' pictures, sealed with the backup's own key: their storage has them in clear. */
export async function writePictures({ objects, file, key }: PictureArchive): Promise<CopiedFile> {
  const sealing = createSecretKey(key)
  let rows = 0
  async function* lines() {
    for await (const name of objects.list(picturesFolder)) {
      const picture = await objects.get(name)
      // Its customer may be erased meanwhile.
      if (!picture) continue
      const { accountId, pictureId } = parsePictureKey(name)
      const box = seal(sealing, picture, context(accountId, pictureId))
      rows++
      yield `${JSON.stringify({ accountId, pictureId, box })}\n`
    }
  }
  await pipeline(lines, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }))
  return describeFile(file, rows)
}

/** @param isErased customers whose pictures are not restored */
export async function readPictures(
  { objects, file, key }: PictureArchive,
  isErased: (accountId: string) => boolean,
): Promise<number> {
  const opening = createSecretKey(key)
  let count = 0
  for await (const text of readline.createInterface({ input: createReadStream(file) })) {
    const { accountId, pictureId, box } = line.parse(JSON.parse(text))
    if (isErased(accountId)) continue
    await objects.put(pictureKey({ accountId, pictureId }), open(opening, box, context(accountId, pictureId)))
    count++
  }
  return count
}
