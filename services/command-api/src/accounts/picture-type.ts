const beginnings = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']

/** JPEG, PNG, WebP, GIF and AVIF, by how their files begin. sharp would take an SVG, which is a program, and much else. */
export function looksLikePicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 64).toString('latin1')
  if (beginnings.some(beginning => head.startsWith(beginning))) return true
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return true
  // The brands of its file stand in its first box.
  return head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8, bytes.readUInt32BE(0)))
}
