import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'
import { quickFolder } from './quick-folder.ts'

export type S3Server = {
  /** The settings for `openObjects`. */
  settings: { bucket: string; accessKeyId: string; secretAccessKey: string; endpoint: string }
  /** From now on answers by this listener like a broken server; without one, as S3 again. */
  setHandler(listener?: RequestListener): void
  /** Answers as S3. */
  works: RequestListener
}

/** An S3 with an empty bucket, for one test. It checks signatures, except those of lists. */
export async function s3Server(): Promise<S3Server> {
  const { close, ...server } = await startS3(quickFolder('tba-s3-'))
  onTestFinished(close)
  return server
}

/** The same in a folder, until it is closed. */
export async function startS3(directory: string): Promise<S3Server & { close(): Promise<void> }> {
  const bucket = 'listino'
  const options = { directory, silent: true, configureBuckets: [{ name: bucket }] }
  const s3 = new S3rver({ ...options, allowMismatchedSignatures: false })
  await s3.configureBuckets()
  const strict = s3.callback()
  // It expects signatures of lists without the slash after the bucket, unlike the SDK. So lists are not checked.
  const lenient = new S3rver({ ...options, allowMismatchedSignatures: true }).callback()
  const works: RequestListener = (request, response) =>
    (request.url?.includes('list-type=2') ? lenient : strict)(request, response)
  let broken: RequestListener | undefined
  const server = createServer((request, response) => (broken ?? works)(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    // The only keys that it knows.
    settings: { bucket, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', endpoint },
    setHandler(listener) {
      broken = listener
    },
    works,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
