import type { ObjectSettings } from '../environment.ts'
import { Refusal } from '../refusal.ts'
import type { Objects } from './objects.ts'
import { objectsOnDisk } from './objects-on-disk.ts'

/** In S3 where it is named, else on disk. @throws {Refusal} */
export async function openObjects(
  { folder, bucket, accessKeyId, secretAccessKey, ...server }: ObjectSettings,
  logger: { warn(fields: object, sentence: string): void },
): Promise<Objects> {
  if (bucket && accessKeyId && secretAccessKey) {
    // Loaded by nobody else: it is large.
    const { openObjectsInS3 } = await import('./objects-in-s3.ts')
    return openObjectsInS3({ bucket, accessKeyId, secretAccessKey, ...server }, logger)
  }
  const needed = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : name))
  if (missing.length < 3 || server.endpoint || server.region)
    throw new Refusal(`S3 needs ${Object.keys(needed).join(', ')}: there is no ${missing.join(', no ')}.`)
  if (!folder) throw new Refusal('Pictures and results need a place: give OBJECTS_FOLDER, or S3_BUCKET.')
  return objectsOnDisk(folder)
}
