import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { LakeStore } from './lake.ts'
import { type S3Settings, s3Client, unlessMissing } from './objects-in-s3.ts'

/** Of a request. */
const withinMs = 600_000
/** A file of up to 160 GB goes out in as many as 10,000 parts, two at a time. S3 shows it only when it is whole. */
const parts = { partSize: 16 * 1024 * 1024, queueSize: 2 }

export function lakeInS3({ prefix, ...settings }: S3Settings & { prefix: string }): LakeStore {
  const { bucket: Bucket } = settings
  const client = s3Client(settings, withinMs)
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const within = () => ({ abortSignal: AbortSignal.timeout(withinMs) })
  return {
    async put(name, from) {
      const Body = typeof from === 'string' ? createReadStream(from) : from
      await new Upload({ client, params: { Bucket, Key: keyOf(name), Body }, ...parts }).done()
    },
    async get(name) {
      const object = new GetObjectCommand({ Bucket, Key: keyOf(name) })
      const found = await client.send(object, within()).catch(unlessMissing)
      return found && buffer(found.Body as Readable)
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }), within())
    },
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const next = new ListObjectsV2Command({ Bucket, Prefix: keyOf(''), ContinuationToken })
        const page = await client.send(next, within())
        for (const { Key = '' } of page.Contents ?? []) yield Key.slice(keyOf('').length)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}
