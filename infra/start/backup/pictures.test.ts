import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/run.ts'
import { readPictures, writePictures } from './pictures.ts'

const accountId = '0198a000-0000-7000-8000-00000000000a'
const pictureId = 'b1c1e1d0-0000-4000-8000-000000000001'

test('a customer who is erased while a backup is taken, or a file that somebody left, does not break it off', async () => {
  const base = temporaryFolder()
  const folder = path.join(base, 'pictures')
  await picturesOnDisk(folder).put({ accountId, pictureId }, Buffer.from('la foto'))
  fs.writeFileSync(path.join(folder, '.DS_Store'), '')
  // As one that is gone once it is read.
  fs.symlinkSync(path.join(base, 'gone'), path.join(folder, 'gone'))
  const shelf = { folder, file: path.join(base, 'shelf'), key: randomBytes(32) }
  expect(await writePictures(shelf)).toMatchObject({ rows: 1 })
  const back = path.join(base, 'back')
  expect(await readPictures({ ...shelf, folder: back }, () => false)).toBe(1)
})
