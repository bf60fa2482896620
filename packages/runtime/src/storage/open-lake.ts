import type { ObjectSettings } from '../environment.ts'
import { Refusal } from '../refusal.ts'
import type { LakeStore } from './lake.ts'
import { lakeOnDisk } from './lake-on-disk.ts'

const inS3 = /^s3:\/\/([^/]+)\/?(.*?)\/?$/

/** @param url a folder, or `s3://bucket/prefix` with the keys of the object storage @throws {Refusal} without them */
export async function openLake(url: string, settings: ObjectSettings): Promise<LakeStore> {
  const [, bucket, prefix = ''] = inS3.exec(url) ?? []
  if (bucket === undefined) return lakeOnDisk(url)
  const { accessKeyId, secretAccessKey, endpoint, region } = settings
  if (!accessKeyId || !secretAccessKey)
    throw new Refusal('LAKE_URL on S3 needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  // Load this large library only if it is used.
  const { lakeInS3 } = await import('./lake-in-s3.ts')
  return lakeInS3({ bucket, prefix, accessKeyId, secretAccessKey, endpoint, region })
}
