import { reset, swallow } from './connections.ts'
import { diskFull, failover, immediate, oldBackup, restart, transaction } from './databases.ts'
import type { Fault } from './fault.ts'
import { clock, kill, stop } from './processes.ts'
import { mail, objects, poison, redisGone } from './servers.ts'

/** By the names that `--fault` takes. */
export const kinds: Record<string, Fault> = {
  kill,
  stop,
  reset,
  swallow,
  clock,
  failover,
  transaction,
  mail,
  objects,
  poison,
  'postgres-restart': restart,
  'postgres-immediate': immediate,
  'old-backup': oldBackup,
  'disk-full': diskFull,
  'redis-gone': redisGone,
}
