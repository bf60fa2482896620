import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** By content: sharp would take an SVG, which is a program, and much else. */
const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
/** A few kilobytes can unfold to gigabytes. */
const limitInputPixels = 50_000_000
const sidePx = 512

/**
 * The picture and nothing else: what an upload carries beside its pixels (places, scripts, another file's bytes)
 * does not survive being drawn anew.
 * @returns WebP, at most 512 by 512 pixels; null where it is no picture that we take
 */
export async function reEncode(upload: Buffer): Promise<Buffer | null> {
  const type = await fileTypeFromBuffer(upload)
  if (!type || !accepted.has(type.mime)) return null
  try {
    return await sharp(upload, { limitInputPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(sidePx, sidePx, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // It only began like a picture.
    return null
  }
}
