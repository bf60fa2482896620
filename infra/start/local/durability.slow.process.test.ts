import path from 'node:path'
import { expectNothingLost, startLoad } from '../../tests/support/load.ts'
import { completed, run, runningPostgres, stop, temporaryFolder, until } from '../../tests/support/run.ts'

const verify = path.join(import.meta.dirname, '../maintenance/verify.ts')

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s during commands loses no acknowledged one, and doubles none',
  async signal => {
    const DATA_DIR = temporaryFolder({ isOnDisk: true })
    const first = run({ env: { DATA_DIR, LIMIT_SCALE: '1000' } })
    const load = await startLoad(`http://127.0.0.1:${await first.ready}`, 16)
    await until(() => load.acknowledged() >= 150)
    const killedMs = performance.now()
    first.child.kill(signal)
    expect(await first.ended).toBe(signal === 'SIGKILL' ? signal : 0)
    if (signal === 'SIGTERM') {
      // Short on purpose: an outage must be short.
      expect(performance.now() - killedMs).toBeLessThan(15_000)
      // The log holds the acknowledged commands and nothing else.
      expect([first.errors(), load.refused()]).toEqual(['', []])
    }
    const customers = await load.stop()

    const second = run({ env: { DATA_DIR } })
    await expectNothingLost(`http://127.0.0.1:${await second.ready}`, customers)
    const verified = await completed({ env: { DATA_DIR }, command: [process.execPath, verify] })
    expect(verified).toMatch(/same\s+credentials/)
    await stop(second)
    expect(runningPostgres(DATA_DIR)).toEqual([])
  },
)
