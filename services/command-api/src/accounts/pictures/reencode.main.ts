import sharp, { type Metadata } from 'sharp'

export type Reencoded =
  | { picture: Uint8Array }
  | { refused: 'empty' | 'no-picture' | 'damaged' }
  | { refused: 'too-large'; side: number }

/** A few kilobytes can decode to gigabytes. This limits the memory. */
const maxPixels = 4096 * 4096
/** Of a JPEG that is read in half its size or less: cameras of phones take 50 megapixels. */
const maxShrunkPixels = 8192 * 6144
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
    const limitInputPixels = pixelLimit(head)
    if (head.width * head.height > limitInputPixels)
      return { refused: 'too-large', side: Math.floor(Math.sqrt(limitInputPixels)) }
    const picture = await sharp(upload, { limitInputPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(sidePx, sidePx, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return { picture }
  } catch {
    // Its first bytes are those of a picture.
    return { refused: 'damaged' }
  }
}

/** Measured memory per decoded pixel: 10 bytes at most, 18 for AVIF, 25 for AVIF with more than 8 bits. */
function pixelLimit({ format, depth, width, height, isProgressive, chromaSubsampling }: Metadata): number {
  if (format === 'heif') return Math.floor(maxPixels / (depth === 'uchar' ? 2 : 3))
  if (format !== 'jpeg' || Math.min(width, height) < 2 * sidePx) return maxPixels
  // A progressive JPEG is held whole before it shrinks: 3 bytes a pixel, and 6 with all its colours.
  return isProgressive && chromaSubsampling !== '4:2:0' ? maxShrunkPixels / 2 : maxShrunkPixels
}

process.once('message', async (upload: Uint8Array) => {
  process.send?.(await reencode(Buffer.from(upload)))
})
