import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import pLimit from 'p-limit'
import type { Reencoded } from './reencode.main.ts'

/** The largest accepted picture needs three or four seconds, and longer under load. */
const timeoutMs = 30_000

const queue = pLimit(1)

/**
 * Re-encodes uploads one after the other, each in its own process. Its memory is freed at its end. A hostile picture can
 * only attack a process without secrets and connections.
 */
export async function reencodeInChild(upload: Buffer): Promise<Reencoded> {
  if (upload.length === 0) return { refused: 'empty' }
  // This check is cheaper than a process.
  return looksLikePicture(upload) ? queue(() => runChild(upload)) : { refused: 'no-picture' }
}

const signatures = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']

/** Recognises JPEG, PNG, WebP, GIF and AVIF by their first bytes. sharp would also accept SVG, which can contain a program. */
function looksLikePicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 64).toString('latin1')
  if (signatures.some(signature => head.startsWith(signature))) return true
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return true
  // The first box of the file contains its brands.
  return head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8, bytes.readUInt32BE(0)))
}

async function runChild(upload: Buffer): Promise<Reencoded> {
  const { promise, resolve, reject } = Promise.withResolvers<Reencoded>()
  const child = fork(new URL('./reencode.main.ts', import.meta.url), {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  // Sign-ins have priority, already while the process loads.
  if (child.pid) setPriority(child.pid, 5)
  child.once('message', message => resolve(message as Reencoded))
  child.once('error', reject)
  child.once('exit', (code, signal) =>
    // If the decoder was killed, the picture is not accepted.
    signal ? resolve({ refused: 'damaged' }) : reject(new Error(`re-encoding a picture ended with ${code}`)),
  )
  child.send(upload, error => error && reject(error))
  try {
    return await promise
  } finally {
    child.kill('SIGKILL')
  }
}
