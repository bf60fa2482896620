import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { s3Server } from '@tba/testing/s3-server.ts'
import { openObjects } from './open-objects.ts'
import { accountPicturesFolder, pictureKey, picturesFolder } from './pictures.ts'

const logger = { warn: (fields: object) => expect(fields).toBeNull() }

const someFolder = () => quickFolder('tba-objects-')

const storages = {
  'on disk': async () => openObjects({ folder: someFolder() }, logger),
  'in S3': async () => openObjects((await s3Server()).settings, logger),
}

const keyOf = (accountId: string) => pictureKey({ accountId, pictureId: crypto.randomUUID() })

describe.each(Object.entries(storages))('an object %s', (_, open) => {
  test('can be stored, replaced and removed', async () => {
    const objects = await open()
    const key = keyOf(crypto.randomUUID())
    const bytes = Buffer.from([0, 255, 13, 10, 128])
    await objects.put(key, bytes)
    expect(await objects.get(key)).toEqual(bytes)
    await objects.put(key, Buffer.alloc(0))
    expect(await objects.get(key)).toEqual(Buffer.alloc(0))
    await objects.remove(key)
    await objects.remove(key)
    expect(await objects.get(key)).toBeNull()
  })

  test('is removed with the other objects of an erased person, and no object of others is', async () => {
    const objects = await open()
    const [erased, stays] = [crypto.randomUUID(), crypto.randomUUID()]
    const kept = keyOf(stays)
    for (const key of [keyOf(erased), keyOf(erased), kept]) await objects.put(key, Buffer.from('picture'))
    await objects.removeAll(accountPicturesFolder(erased))
    await objects.removeAll(accountPicturesFolder(erased))
    expect(await Array.fromAsync(objects.list(picturesFolder))).toEqual([kept])
  })

  test('is removed by age if only old objects are removed', async () => {
    const objects = await open()
    const key = `replays/${crypto.randomUUID()}.ndjson`
    await objects.put(key, Buffer.from('old'))
    await objects.removeAll('replays/', new Date(Date.now() - 60_000))
    expect(await Array.fromAsync(objects.list('replays/'))).toEqual([key])
    await objects.removeAll('replays/', new Date(Date.now() + 60_000))
    expect(await Array.fromAsync(objects.list('replays/'))).toEqual([])
  })

  test.each([
    '../../etc/passwd',
    'pictures/..',
    '',
    `pictures/${crypto.randomUUID()}/../x.webp`,
    'keys.json',
  ])('cannot be requested by the name %j', async name => {
    const objects = await open()
    await expect(async () => objects.get(name)).rejects.toThrow('not the key')
    await expect(async () => objects.put(name, Buffer.from('x'))).rejects.toThrow('not the key')
    await expect(async () => objects.remove(name)).rejects.toThrow('not the key')
    await expect(async () => objects.removeAll(name)).rejects.toThrow('not a folder')
    await expect(Array.fromAsync(objects.list(name))).rejects.toThrow('not a folder')
  })
})

// S3 promises it. The S3 of the tests does not keep the promise.
test('an object on disk is read completely while it is replaced', async () => {
  const objects = await storages['on disk']()
  const key = keyOf(crypto.randomUUID())
  const versions = ['a', 'b'].map(letter => Buffer.alloc(300_000, letter))
  const [first = Buffer.from('')] = versions
  await objects.put(key, first)
  const writing = Promise.all(versions.map(version => objects.put(key, version)))
  for (let n = 0; n < 10; n++) expect(new Set(await objects.get(key)).size).toBe(1)
  await writing
  expect(await Array.fromAsync(objects.list(picturesFolder))).toEqual([key])
})

test('a temporary file of a killed process is not an object, and is removed with its person', async () => {
  const folder = someFolder()
  const objects = await openObjects({ folder }, logger)
  const accountId = crypto.randomUUID()
  const key = keyOf(accountId)
  await objects.put(key, Buffer.from('picture'))
  await writeFile(path.join(folder, `${key}.${crypto.randomUUID()}`), 'pic')
  await writeFile(path.join(folder, 'pictures/.DS_Store'), '')
  expect(await Array.fromAsync(objects.list(picturesFolder))).toEqual([key])
  await objects.removeAll(accountPicturesFolder(accountId))
  await expect(rm(path.join(folder, accountPicturesFolder(accountId)), { recursive: true })).rejects.toThrow(
    'ENOENT',
  )
})
