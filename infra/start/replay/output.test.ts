import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { standardOutput } from './output.ts'

type Write = (failed: (error?: Error | null) => void) => void

/** A standard output whose reader takes little at once. */
function outputTo(write: Write) {
  const interrupted = new AbortController()
  const out = new Writable({ highWaterMark: 8, write: (_piece, _encoding, done) => write(done) })
  return { interrupted, output: standardOutput(interrupted.signal, out as NodeJS.WriteStream) }
}
const failing = (code: string) => Object.assign(new Error(code), { code })

test('a command fails if its last piece could not be written', async () => {
  const { output } = outputTo(done => setImmediate(done, failing('ENOSPC')))
  await output.write('few')
  await expect(output.end()).rejects.toThrow('ENOSPC')
})

test('a reader that stops early is no failure', async () => {
  const { output } = outputTo(done => setImmediate(done, failing('EPIPE')))
  await output.write('much more than is taken at once')
  await output.end()
  expect(output.closed.aborted).toBe(true)
})

test('an interrupted command ends while its reader pauses', async () => {
  const { output, interrupted } = outputTo(() => {})
  const writing = output.write('much more than is taken at once')
  interrupted.abort()
  await writing
  await output.end()
})
