import { expect, test } from 'vitest'
import { refuseOtherLogs } from './other-logs.ts'

test('a restore of a log into EventStoreDB is refused with the way round, and no other', () => {
  for (const url of ['esdb://localhost?tls=false', 'kurrentdb+discover://cluster.example.com'])
    expect(() => refuseOtherLogs(url)).toThrow(/migrate:log/)
  for (const url of [undefined, 'postgres://localhost/log']) expect(() => refuseOtherLogs(url)).not.toThrow()
})
