import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { picturesOnDisk } from './pictures-on-disk.ts'

const accountId = '0198a000-0000-7000-8000-00000000000a'
const pictureId = '0198a000-0000-7000-8000-00000000000b'

async function someFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tba-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a picture is kept, opened and removed, and leaves no half of itself', async () => {
  const folder = await someFolder()
  const pictures = picturesOnDisk(folder)
  await pictures.put({ accountId, pictureId }, Buffer.from('picture'))
  const opened = await pictures.open({ accountId, pictureId })
  expect(opened?.sizeBytes).toBe(7)
  expect(opened && (await buffer(opened.stream)).toString()).toBe('picture')
  expect(await readdir(path.join(folder, accountId))).toEqual([`${pictureId}.webp`])
  await pictures.remove({ accountId, pictureId })
  expect(await pictures.open({ accountId, pictureId })).toBeNull()
})

test('erasing a person leaves none of their pictures', async () => {
  const folder = await someFolder()
  const pictures = picturesOnDisk(folder)
  await pictures.put({ accountId, pictureId }, Buffer.from('picture'))
  await pictures.removeAllOf(accountId)
  await pictures.removeAllOf(accountId)
  expect(await readdir(folder)).toEqual([])
})

test.each(['../../etc/passwd', '..', '', `${pictureId}/../x`, `${pictureId}\0`])(
  '%j never reaches the disk',
  async name => {
    const pictures = picturesOnDisk(await someFolder())
    await expect(pictures.open({ accountId, pictureId: name })).rejects.toThrow('no UUID')
    await expect(async () => pictures.removeAllOf(name)).rejects.toThrow('no UUID')
  },
)
