import { expect, test } from 'vitest'
import { refuseOtherLogs } from './other-logs.ts'

test('a backup or a restore of a log in EventStoreDB is refused with where to read on, and no other', () => {
  for (const url of ['esdb://localhost?tls=false', 'kurrentdb+discover://cluster.example.com'])
    expect(() => refuseOtherLogs(url)).toThrow(/infra\/docs\/eventstoredb\.md/)
  for (const url of [undefined, 'postgres://localhost/log']) expect(() => refuseOtherLogs(url)).not.toThrow()
})
