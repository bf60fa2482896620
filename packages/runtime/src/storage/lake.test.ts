import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { s3Server } from '@tba/testing/s3-server.ts'
import { Refusal } from '../refusal.ts'
import { type Manifest, manifestName, readManifest, writeManifest } from './lake.ts'
import { openLake } from './open-lake.ts'

const name = 'events/day=2026-01-31/part-0123456789abcdef.parquet'
const manifest: Manifest = {
  version: 1,
  position: null,
  writer: 'test',
  writtenAt: '2026-02-01T00:00:00.000Z',
  files: [
    { path: name, day: '2026-01-31', rows: 1, first: 'a', last: 'a', schema: 1, sha256: '0', why: 'day' },
  ],
}

async function open(where: 'folder' | 's3' | 'bucket') {
  if (where === 'folder') return openLake(path.join(quickFolder('tba-lake-'), 'lake'), {})
  const { settings } = await s3Server()
  return openLake(`s3://${settings.bucket}${where === 's3' ? '/analisi/lake/' : ''}`, settings)
}

test.each(['folder', 's3', 'bucket'] as const)('a lake in a %s holds what was put there', async where => {
  const store = await open(where)
  expect([await readManifest(store), await store.get(name), await Array.fromAsync(store.list())]).toEqual([
    null,
    null,
    [],
  ])
  const file = path.join(quickFolder('tba-lake-'), 'file')
  writeFileSync(file, 'PAR1')
  await store.put(name, file)
  await store.put(name, file)
  await writeManifest(store, manifest)
  expect(await readManifest(store)).toEqual(manifest)
  expect(`${await store.get(name)}`).toBe('PAR1')
  expect((await Array.fromAsync(store.list())).sort()).toEqual([manifestName, name])
  await store.remove(name)
  await store.remove(name)
  expect(await store.get(name)).toBe(null)
})

test('a large file goes to S3 in parts, and is not there if one of them fails', async () => {
  const server = await s3Server()
  const store = await openLake(`s3://${server.settings.bucket}/lake`, server.settings)
  const file = path.join(quickFolder('tba-lake-'), 'file')
  const content = randomBytes(40 * 1024 * 1024)
  writeFileSync(file, content)
  const sent: string[] = []
  let isBroken = true
  server.setHandler((request, response) => {
    const part = new URL(request.url ?? '', 'http://s3').searchParams.get('partNumber')
    if (part) sent.push(part)
    if (part === '2' && isBroken) response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    else server.works(request, response)
  })
  await expect(store.put(name, file)).rejects.toThrow()
  expect(await store.get(name)).toBe(null)
  isBroken = false
  sent.length = 0
  await store.put(name, file)
  expect(sent.sort()).toEqual(['1', '2', '3'])
  expect((await store.get(name))?.equals(content)).toBe(true)
})

test('a lake in S3 needs the keys of the object storage', () =>
  expect(openLake('s3://lake', {})).rejects.toThrow(Refusal))
