import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { openObjects } from '@tba/runtime/storage/open-objects.ts'
import { pictureKey } from '@tba/runtime/storage/pictures.ts'
import { s3Server } from '@tba/testing/s3-server.ts'
import { temporaryFolder } from '../../tests/support/run.ts'
import { readPictures, writePictures } from './pictures.ts'

const accountId = '0198a000-0000-7000-8000-00000000000a'
const pictureId = 'b1c1e1d0-0000-4000-8000-000000000001'

test('a customer erased during a backup, or a foreign file, does not stop it', async () => {
  const base = temporaryFolder()
  const objects = objectsOnDisk(base)
  await objects.put(pictureKey({ accountId, pictureId }), Buffer.from('la foto'))
  fs.writeFileSync(path.join(base, 'pictures/.DS_Store'), '')
  // Like a picture that is deleted before it is read.
  fs.symlinkSync(path.join(base, 'gone'), path.join(base, 'pictures/gone'))
  const archive = { objects, file: path.join(base, 'shelf'), key: randomBytes(32) }
  expect(await writePictures(archive)).toMatchObject({ rows: 1 })
  const back = objectsOnDisk(path.join(base, 'back'))
  expect(await readPictures({ ...archive, objects: back }, () => false)).toBe(1)
})

test('pictures in S3 are backed up like those on disk', async () => {
  const base = temporaryFolder()
  const objects = await openObjects((await s3Server()).settings, { warn() {} })
  await objects.put(pictureKey({ accountId, pictureId }), Buffer.from('la foto'))
  const archive = { file: path.join(base, 'shelf'), key: randomBytes(32) }
  expect(await writePictures({ ...archive, objects })).toMatchObject({ rows: 1 })
  expect(fs.readFileSync(archive.file, 'utf8')).not.toContain('la foto')
  const back = objectsOnDisk(base)
  expect(await readPictures({ ...archive, objects: back }, () => false)).toBe(1)
  expect(String(await back.get(pictureKey({ accountId, pictureId })))).toBe('la foto')
})
