import { type DiskSpace, databaseFolder, watchDisk } from './disk.ts'

const gigabyte = 1_000_000_000
const ample: DiskSpace = { freeBytes: 400 * gigabyte, totalBytes: 1000 * gigabyte }

async function watched(...disks: DiskSpace[]) {
  const logger = { warn: vi.fn() }
  const clock = { nowMs: 0, now: () => clock.nowMs }
  const read = vi.fn(async (): Promise<readonly DiskSpace[]> => disks)
  const disk = await watchDisk({ read, logger, perf: clock })
  return { disk, logger, read, clock, disks }
}

test.each<[string, boolean, DiskSpace]>([
  ['has more than 5 % and 1 GB left', false, { freeBytes: 6 * gigabyte, totalBytes: 100 * gigabyte }],
  ['has less than 5 % left', true, { freeBytes: 49 * gigabyte, totalBytes: 1000 * gigabyte }],
  ['has less than 1 GB left', true, { freeBytes: 0.9 * gigabyte, totalBytes: 10 * gigabyte }],
])('a disk that %s is low: %s', async (_which, isLow, space) => {
  expect((await watched(space)).disk.isLow()).toBe(isLow)
  // The log and the tables can be on two disks.
  expect((await watched(ample, space)).disk.isLow()).toBe(isLow)
})

test('reads the disks every five seconds at most, and logs each change once', async () => {
  const { disk, logger, read, clock, disks } = await watched(ample)
  const full = { freeBytes: 0, totalBytes: ample.totalBytes }
  for (; clock.nowMs < 20_000; clock.nowMs += 100) disk.isLow()
  expect(read.mock.calls.length).toBeLessThanOrEqual(5)
  disks[0] = full
  for (; clock.nowMs < 40_000; clock.nowMs += 1_000) {
    disk.isLow()
    await Promise.resolve()
  }
  expect(disk.isLow()).toBe(true)
  expect(logger.warn.mock.calls).toEqual([[full, expect.stringContaining('tracking is refused')]])
  disks[0] = ample
  clock.nowMs += 5_000
  disk.isLow()
  await expect.poll(() => disk.isLow()).toBe(false)
  expect(logger.warn).toHaveBeenCalledTimes(2)
})

test('refuses tracking for a minute after a database reports a full disk', async () => {
  const { disk, logger, clock } = await watched()
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  disk.failed(new Error('another failure'))
  expect(disk.isLow()).toBe(false)
  for (const _ of ['one', 'other']) disk.failed(new Error('the store is out', { cause: full }))
  expect(disk.isLow()).toBe(true)
  expect(logger.warn).toHaveBeenCalledOnce()
  clock.nowMs += 60_000
  expect(disk.isLow()).toBe(false)
})

test('keeps the last result when a disk cannot be read', async () => {
  const { disk, read, clock } = await watched({ freeBytes: 0, totalBytes: 1 })
  read.mockRejectedValue(new Error('EIO'))
  clock.nowMs += 6_000
  disk.isLow()
  await Promise.resolve()
  expect(disk.isLow()).toBe(true)
})

test('ignores the disk of a database on another machine', async () =>
  expect(await databaseFolder('postgres://nobody@db.example.com:1/x')).toBe(null))
