import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { startDownload } from './exporter.ts'

const answer = () =>
  ({ raw: new EventEmitter(), request: { socket: { destroyed: false } } }) as unknown as FastifyReply

test('an account downloads two files at a time: a third waits two seconds, and is then refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = [answer(), answer()]
  await startDownload({ sub: 'one' }, first)
  await startDownload({ sub: 'one' }, second)
  const refused = expect(startDownload({ sub: 'one' }, answer())).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
    message: 'Hai già due download in corso. Riprova quando uno dei due è finito.',
  })
  await startDownload({ sub: 'other' }, answer())
  await vi.advanceTimersByTimeAsync(2_000)
  await refused
  const waiting = startDownload({ sub: 'one' }, answer())
  first.raw.emit('close')
  await waiting
})
