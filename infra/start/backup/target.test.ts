import { refuseOtherLogs } from './target.ts'

test('refuses to restore a log into EventStoreDB, and names the other way', () => {
  for (const url of ['esdb://localhost?tls=false', 'kurrentdb+discover://cluster.example.com'])
    expect(() => refuseOtherLogs(url)).toThrow(/migrate:log/)
  for (const url of [undefined, 'postgres://localhost/log']) expect(() => refuseOtherLogs(url)).not.toThrow()
})
