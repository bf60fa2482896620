import { spawnSync } from 'node:child_process'
import { run, script, stop, temporaryFolder, withDatabase } from '../../../tests/support/run.ts'

/** Runs a command with a /dev/shm of 64 KiB, as some containers have it. */
const small = (...command: string[]) => [
  ...['unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])],
  ...['sh', '-c', 'mount -t tmpfs -o size=64k,mode=1777 shm /dev/shm && exec "$@"', 'sh', ...command],
]

const canShrink = spawnSync(small('true')[0] ?? '', small('true').slice(1)).status === 0
if (!canShrink) console.error('NO MOUNTS HERE: whether a small /dev/shm is enough is SKIPPED.')

/** Starts, answers a query with parallel workers, stops. */
async function startOnce(DATA_DIR: string, command: string[]): Promise<string> {
  const started = run({ env: { DATA_DIR }, command })
  await started.ready
  const memory = await withDatabase(DATA_DIR, async client => {
    await client.query('set debug_parallel_query = on')
    await client.query('select sum(i) from generate_series(1, 100000) i')
    return (await client.query('show dynamic_shared_memory_type')).rows[0].dynamic_shared_memory_type
  })
  await stop(started)
  return memory
}

test.runIf(canShrink)('a /dev/shm of 64 KiB is enough, for new data and for data that had more', async () => {
  // A folder in /dev/shm would be hidden.
  const folders = [temporaryFolder({ isOnDisk: true }), temporaryFolder({ isOnDisk: true })]
  const [created = '', moved = ''] = folders
  expect(await startOnce(created, small(...script('local/main.ts')))).toBe('sysv')
  await startOnce(moved, script('local/main.ts'))
  expect(await startOnce(moved, small(...script('local/main.ts')))).toBe('sysv')
})
