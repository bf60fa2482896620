import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import type { Reencoded } from './reencode.main.ts'
import { reencodeInChild } from './reencode-in-child.ts'

const mebibyte = 1024 * 1024
const side = 4096
const drawing = (sidePx: number, channels: 3 | 4 = 4) =>
  sharp({
    create: { width: sidePx, height: sidePx, channels, background: '#0e6b4f' },
    limitInputPixels: false,
  })

// In kilobytes. On Linux getrusage starts with the peak of the parent process.
const tellsPeak = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync, writeSync } from 'node:fs'
  const status = '/proc/self/status'
  const peak = () => existsSync(status)
    ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1]
    : process.resourceUsage().maxRSS
  process.on('exit', () => writeSync(1, String(peak())))`)}`

/** The result of the product's own child process, and its peak memory. */
async function reencoded(upload: Buffer): Promise<{ outcome: Reencoded; peakBytes: number }> {
  const child = fork(new URL('./reencode.main.ts', import.meta.url), {
    execArgv: ['--import', tellsPeak],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!child.stdout) throw new Error('the process has no output')
  const [told, ended] = [text(child.stdout), once(child, 'exit')]
  child.send(upload)
  const [outcome] = await once(child, 'message')
  child.disconnect()
  await ended
  return { outcome, peakBytes: Number(await told) * 1024 }
}

const idleBytes = (await reencoded(await drawing(8).png().toBuffer())).peakBytes

/** As large as a phone's camera makes them. */
const photo = (options: JpegOptions) =>
  sharp({
    create: { width: 8192, height: 6144, channels: 3, background: '#0e6b4f' },
    limitInputPixels: false,
  }).jpeg(options)

const largest: [string, () => Sharp][] = [
  ['an AVIF', () => drawing(2896).avif({ effort: 0, chromaSubsampling: '4:4:4' })],
  ['an AVIF of 12 bits', () => drawing(2364).avif({ effort: 0, chromaSubsampling: '4:4:4', bitdepth: 12 })],
  ['an interlaced PNG of 16 bits', () => drawing(side).toColourspace('rgb16').png({ progressive: true })],
  ['a JPEG of 50 megapixels', () => photo({ chromaSubsampling: '4:4:4' })],
  ['a progressive JPEG of 50 megapixels', () => photo({ progressive: true, chromaSubsampling: '4:2:0' })],
  ['a turned JPEG of 50 megapixels', () => photo({}).withMetadata({ orientation: 6 })],
  ['a JPEG too narrow to be shrunk', () => drawing(side, 3).resize(16_384, 1_023, { fit: 'fill' }).jpeg()],
  ['a progressive JPEG', () => drawing(side, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
]
test.each(largest)(
  're-encoding the largest accepted picture needs less than 200 MB: %s',
  async (_what, picture) => {
    const { outcome, peakBytes } = await reencoded(await picture().toBuffer())
    if (!('picture' in outcome)) throw new Error(`it was refused: ${JSON.stringify(outcome)}`)
    expect(await sharp(outcome.picture).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(peakBytes - idleBytes).toBeLessThan(200 * mebibyte)
  },
)

test('a picture that is cut off, in its head or later, is damaged', async () => {
  const whole = await drawing(600, 3).jpeg().toBuffer()
  for (const length of [20, whole.length / 2, whole.length - 200])
    expect((await reencoded(whole.subarray(0, length))).outcome).toEqual({ refused: 'damaged' })
})

test('only the head of an AVIF of two kilobytes and 7000 by 7000 pixels is read, and nothing is decoded', async () => {
  const bomb = await readFile(new URL('../../testing/7000-by-7000.avif', import.meta.url))
  expect(bomb.length).toBeLessThan(2 * 1024)
  const { outcome, peakBytes } = await reencoded(bomb)
  expect(outcome).toEqual({ refused: 'too-large', side: 2896 })
  expect(peakBytes - idleBytes).toBeLessThan(20 * mebibyte)

  const lying = Buffer.from(bomb)
  lying.writeUInt32BE(100, lying.indexOf('ispe') + 8)
  lying.writeUInt32BE(100, lying.indexOf('ispe') + 12)
  const lied = await reencoded(lying)
  expect(lied.outcome).toEqual({ refused: 'damaged' })
  expect(lied.peakBytes - idleBytes).toBeLessThan(20 * mebibyte)
})

test('a picture is decoded in another process', async () => {
  const children = () => process.getActiveResourcesInfo().filter(name => name === 'ProcessWrap').length
  const picture = await drawing(8).png().toBuffer()
  const before = children()
  const decoding = reencodeInChild(picture)
  await new Promise(setImmediate)
  expect(children()).toBe(before + 1)
  expect(await decoding).toHaveProperty('picture')
})
