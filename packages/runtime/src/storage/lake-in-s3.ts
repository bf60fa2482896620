import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { LakeStore } from './lake.ts'
import { type S3Settings, s3Client, unlessMissing } from './objects-in-s3.ts'

/** A file goes out in one request, from the disk: S3 takes up to 5 GB so, and shows it only when it is whole. */
const putWithinMs = 600_000

export function lakeInS3({ prefix, ...settings }: S3Settings & { prefix: string }): LakeStore {
  const { bucket: Bucket } = settings
  const client = s3Client(settings, putWithinMs)
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const within = () => ({ abortSignal: AbortSignal.timeout(putWithinMs) })
  return {
    async put(name, from) {
      const body =
        typeof from === 'string'
          ? { Body: createReadStream(from), ContentLength: (await stat(from)).size }
          : { Body: from }
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(name), ...body }), within())
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
