import sharp, { type Metadata } from 'sharp'

export type Reencoded =
  | { picture: Uint8Array }
  | { refused: 'no-picture' }
  | { refused: 'too-large'; side: number }

/** A few kilobytes can decode to gigabytes. This limits the memory. */
const maxPixels = 4096 * 4096
const sidePx = 512

// Limited memory matters more here than speed.
sharp.cache(false)
sharp.concurrency(1)

/**
 * The picture and nothing else: what an upload carries beside its pixels does not survive being re-encoded.
 * @returns WebP, at most 512 by 512 pixels; or how large a square would have been taken
 */
async function reencode(upload: Buffer): Promise<Reencoded> {
  try {
    // Reads only the header: nothing is decoded yet.
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
    // Only its first bytes looked like a picture.
    return { refused: 'no-picture' }
  }
}

/** Measured memory per decoded pixel: 10 bytes at most, 18 for AVIF, 25 for AVIF with more than 8 bits. */
function memoryFactor({ format, depth }: Metadata): number {
  if (format !== 'heif') return 1
  return depth === 'uchar' ? 2 : 3
}

process.once('message', async (upload: Uint8Array) => {
  process.send?.(await reencode(Buffer.from(upload)))
})
