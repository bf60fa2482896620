import { Writable } from 'node:stream'
import { writeOut } from './output.ts'

type Write = (failed: (error?: Error | null) => void) => void

/** Writes to a standard output whose reader accepts little at once. */
function writing(write: Write) {
  const out = new Writable({ highWaterMark: 8, write: (_piece, _encoding, done) => write(done) })
  async function* pieces() {
    yield* ['few', 'much more than is taken at once']
  }
  return writeOut(pieces(), out)
}
const failing = (code: string) => Object.assign(new Error(code), { code })

test('a command fails if its data could not be written', () =>
  expect(writing(done => setImmediate(done, failing('ENOSPC')))).rejects.toThrow('ENOSPC'))

test('a reader that stops early is no failure', async () => {
  expect(await writing(done => setImmediate(done, failing('EPIPE')))).toBe(false)
  expect(await writing(done => setImmediate(done))).toBe(true)
})
