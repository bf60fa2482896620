import sharp, { type Metadata } from 'sharp'

export type Reencoded =
  | { picture: Uint8Array }
  | { refused: 'no-picture' }
  | { refused: 'too-large'; side: number }

/** A few kilobytes can unfold to gigabytes: at most so many pixels' worth of memory. */
const maxPixels = 4096 * 4096
const sidePx = 512

// Bounded memory is worth more here than speed.
sharp.cache(false)
sharp.concurrency(1)

/**
 * The picture and nothing else: what an upload carries beside its pixels does not survive being re-encoded.
 * @returns WebP, at most 512 by 512 pixels; or how large a square would have been taken
 */
async function reencode(upload: Buffer): Promise<Reencoded> {
  try {
    // Its head alone: nothing is unfolded yet.
    const head = await sharp(upload, { limitInputPixels: false }).metadata()
    const limitInputPixels = Math.floor(maxPixels / memoryFactor(head))
    if (head.width * head.height > limitInputPixels) {
      return { refused: 'too-large', side: Math.floor(Math.sqrt(limitInputPixels)) }
    }
    const picture = await sharp(upload, { limitInputPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(sidePx, sidePx, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return { picture }
  } catch {
    // It only began like a picture.
    return { refused: 'no-picture' }
  }
}

/** What a pixel takes while it is decoded, by what was measured: 10 bytes at most, of an AVIF 18, of a deep one 25. */
function memoryFactor({ format, depth }: Metadata): number {
  if (format !== 'heif') return 1
  return depth === 'uchar' ? 2 : 3
}

process.once('message', async (upload: Uint8Array) => {
  process.send?.(await reencode(Buffer.from(upload)))
})
