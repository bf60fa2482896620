import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Refusal } from '../refusal.ts'
import { checkedFolder, checkedKey, isKey, type Objects, StorageUnavailable } from './objects.ts'

export type S3Settings = {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** For a server other than Amazon's. */
  endpoint?: string | undefined
  region?: string | undefined
  /** Time limit of a call in ms, with its retries. */
  timeoutMs?: number
}

type Logger = { warn(fields: object, sentence: string): void }

/** @throws {Refusal} the server rejects the settings. A server that does not answer may come later */
export async function openObjectsInS3(settings: S3Settings, logger: Logger): Promise<Objects> {
  const { bucket: Bucket, timeoutMs = 10_000 } = settings
  const client = s3Client(settings, timeoutMs)

  async function withTimeout<T>(call: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    try {
      return await call({ abortSignal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw new StorageUnavailable(error)
    }
  }

  async function* objectsIn(Prefix: string) {
    let ContinuationToken: string | undefined
    do {
      const next = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
      const page = await withTimeout(options => client.send(next, options))
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) yield { Key, LastModified }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  const remove = async (Key: string) =>
    void (await withTimeout(options => client.send(new DeleteObjectCommand({ Bucket, Key }), options)))

  const objects: Objects = {
    async put(key, Body) {
      const object = new PutObjectCommand({ Bucket, Key: checkedKey(key), Body })
      await withTimeout(options => client.send(object, options))
    },
    get(key) {
      const object = new GetObjectCommand({ Bucket, Key: checkedKey(key) })
      return withTimeout(async options => {
        const found = await client.send(object, options).catch(unlessMissing)
        return found ? buffer(addAbortSignal(options.abortSignal, found.Body as Readable)) : null
      })
    },
    remove: key => remove(checkedKey(key)),
    async removeAll(folder, before) {
      for await (const { Key, LastModified } of objectsIn(checkedFolder(folder)))
        if (!before || LastModified < before) await remove(Key)
    },
    async *list(folder, before) {
      for await (const { Key, LastModified } of objectsIn(checkedFolder(folder)))
        if (isKey(Key) && (!before || LastModified < before)) yield Key
    },
  }
  try {
    // This object cannot exist. A server that has it is not an S3.
    if (await objects.get(`pictures/${crypto.randomUUID()}.none`))
      throw new Refusal('S3_ENDPOINT is not the address of an S3.')
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    const { cause } = error
    if (isRefused(cause)) throw new Refusal(`The server rejects the settings in S3_*: ${cause}`)
    logger.warn(
      { cause: String(cause) },
      'the server of S3_* does not answer: pictures and results wait for it',
    )
  }
  return objects
}

export function s3Client(
  { endpoint, region = 'us-east-1', accessKeyId, secretAccessKey }: S3Settings,
  timeoutMs: number,
): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Some compatible servers do not know Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: timeoutMs / 3 },
  })
}

export function unlessMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}

/** Whether the server answered, and a retry would get the same answer. */
function isRefused(error: unknown): boolean {
  const { httpStatusCode: status = 500 } =
    (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {}
  return status < 500 && status !== 429
}
