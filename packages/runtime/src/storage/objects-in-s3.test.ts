import { execFile } from 'node:child_process'
import type { RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { s3Server } from '@tba/testing/s3-server.ts'
import { Refusal } from '../refusal.ts'
import { type Objects, StorageUnavailable } from './objects.ts'
import { openObjectsInS3 } from './objects-in-s3.ts'
import { openObjects } from './open-objects.ts'

const silent = { warn() {} }
const key = `pictures/${crypto.randomUUID()}/${crypto.randomUUID()}.webp`

const reads: Record<string, (objects: Objects) => Promise<unknown>> = {
  get: objects => objects.get(key),
  list: objects => Array.fromAsync(objects.list('pictures/')),
  removeAll: objects => objects.removeAll('pictures/'),
}
const writes: typeof reads = {
  put: objects => objects.put(key, Buffer.from('another')),
  remove: objects => objects.remove(key),
}

const half: RequestListener = (_, response) => response.writeHead(200, { 'content-length': 100 }).write('<')
const refuse = (status: number, code: string) => (_: unknown, response: ServerResponse) =>
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)

test.each<[string, RequestListener, typeof reads]>([
  ['says nothing', () => {}, { ...reads, ...writes }],
  ['hangs up', request => request.socket.destroy(), { ...reads, ...writes }],
  ['is overloaded', refuse(503, 'SlowDown'), { ...reads, ...writes }],
  ['no longer accepts the keys', refuse(403, 'AccessDenied'), { ...reads, ...writes }],
  ['has lost its bucket', refuse(404, 'NoSuchBucket'), { ...reads, ...writes }],
  // For a write only the response head is read.
  ['sends half an answer', half, reads],
])('a server that %s fails every call soon', async (_, failure, calls) => {
  const server = await s3Server()
  // Short on purpose: the limit is tested.
  const objects = await openObjectsInS3({ ...server.settings, timeoutMs: 3_000 }, silent)
  const other = `pictures/${crypto.randomUUID()}.webp`
  await objects.put(other, Buffer.from('picture'))
  server.setHandler(failure)
  const startedMs = performance.now()
  const outcomes = await Promise.allSettled(Object.values(calls).map(call => call(objects)))
  // Short on purpose, for the same reason.
  expect(performance.now() - startedMs).toBeLessThan(60_000)
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) })
  server.setHandler()
  expect(await objects.get(other)).toEqual(Buffer.from('picture'))
})

test('a list continues on the next page', async () => {
  // S3 answers with XML. The test server fails at more than one page.
  const server = await s3Server()
  const objects = await openObjects(server.settings, silent)
  const pages: Record<string, string> = { '': 'first', 'on+from=here/': 'second' }
  const keys = { first: key, second: key.replaceAll('0', '1') }
  server.setHandler(({ url }, response) => {
    const token = new URL(String(url), 'http://s3').searchParams.get('continuation-token') ?? ''
    const page = pages[token] as keyof typeof keys
    const next = page === 'first' ? '<NextContinuationToken>on+from=here/</NextContinuationToken>' : ''
    response.end(`<ListBucketResult><IsTruncated>${page === 'first'}</IsTruncated>${next}
      <Contents><Key>${keys[page]}</Key></Contents></ListBucketResult>`)
  })
  expect(await Array.fromAsync(objects.list('pictures/'))).toEqual(Object.values(keys))
})

test('a missing server does not stop the start, and is logged', async () => {
  const server = await s3Server()
  const warn = vi.fn()
  server.setHandler(request => request.socket.destroy())
  const objects = await openObjects(server.settings, { warn })
  expect(warn).toHaveBeenCalledOnce()
  server.setHandler()
  expect(await objects.get(key)).toBeNull()
})

test.each([
  [
    { bucket: 'another' },
    /^The server rejects the settings in S3_\*: NoSuchBucket: The specified bucket does not exist$/,
  ],
  [{ accessKeyId: 'WRONG' }, /InvalidAccessKeyId/],
  [{ secretAccessKey: 'wrong-secret' }, /^(?!.*wrong-secret).*SignatureDoesNotMatch/],
  [{ bucket: undefined }, 'S3 needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY. Missing: S3_BUCKET.'],
  [{ accessKeyId: '', secretAccessKey: '' }, 'Missing: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.'],
])('with %j the start is refused in one sentence', async (wrong, sentence) => {
  const { settings } = await s3Server()
  const opening = openObjects({ folder: '/objects', ...settings, ...wrong }, silent)
  await expect(opening).rejects.toThrow(sentence)
  await expect(opening).rejects.toBeInstanceOf(Refusal)
})

test('refuses the start without a folder or bucket; an endpoint alone is not enough', async () => {
  await expect(openObjects({}, silent)).rejects.toThrow('set OBJECTS_FOLDER or S3_BUCKET')
  await expect(openObjects({ folder: '/objects', endpoint: 'http://s3' }, silent)).rejects.toThrow('S3 needs')
})

test.each([
  [{ folder: '/objects' }, 'false'],
  [{ bucket: 'b', accessKeyId: 'i', secretAccessKey: 's', endpoint: 'http://127.0.0.1:1' }, 'true'],
])('with %j a process has loaded the S3 library: %s', async (settings, isLoaded) => {
  const program = `
    import { createRequire } from 'node:module'
    import { openObjects } from './open-objects.ts'
    await openObjects(${JSON.stringify(settings)}, { warn() {} })
    console.log(Object.keys(createRequire('/').cache).some(file => file.includes('@aws-sdk')))`
  const child = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  })
  expect(child.stdout.trim()).toBe(isLoaded)
})
