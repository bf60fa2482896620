import type { ObjectSettings } from '../environment.ts'
import { Refusal } from '../refusal.ts'
import type { Objects } from './objects.ts'
import { objectsOnDisk } from './objects-on-disk.ts'

/** S3 if it is configured, else the disk. @throws {Refusal} */
export async function openObjects(
  { folder, bucket, accessKeyId, secretAccessKey, ...server }: ObjectSettings,
  logger: { warn(fields: object, sentence: string): void },
): Promise<Objects> {
  if (bucket && accessKeyId && secretAccessKey) {
    // Load this large library only if it is used.
    const { openObjectsInS3 } = await import('./objects-in-s3.ts')
    return openObjectsInS3({ bucket, accessKeyId, secretAccessKey, ...server }, logger)
  }
  const needed = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : name))
  if (missing.length < 3 || server.endpoint || server.region)
    throw new Refusal(`S3 needs ${Object.keys(needed).join(', ')}. Missing: ${missing.join(', ')}.`)
  if (!folder) throw new Refusal('Pictures and results need storage: set OBJECTS_FOLDER or S3_BUCKET.')
  return objectsOnDisk(folder)
}
