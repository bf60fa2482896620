import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../world/database.ts'
import { withoutDisks } from '../world/machine.ts'
import type { FaultyWorld } from '../world/start.ts'
import { type Fault, seconds } from './fault.ts'

const targets = ['database', 'log']
const of = ({ databases }: FaultyWorld['inside'], target: string): Database =>
  target === 'log' ? databases.log : databases.database

const change = (
  lasts: Fault['lasts'],
  work: (database: Database, forMs: number) => Promise<void>,
  targetsOfIt = targets,
): Fault => ({
  targets: targetsOfIt,
  lasts,
  happen: (world, { target, forMs }) => work(of(world, target), forMs),
})

export const restart = change(seconds(1, 10), (database, forMs) => database.restart(forMs))
export const immediate = change(seconds(1, 10), (database, forMs) => database.immediate(forMs))
/** It has written, so nobody may read beyond it. */
export const transaction = change(seconds(60, 60), (database, forMs) => database.hold(forMs))

/** Alone or with the tables: the last seconds are lost. */
const losing = (
  lasts: Fault['lasts'],
  work: (database: Database, forMs: number) => Promise<void>,
): Fault => ({
  targets: ['together', 'apart'],
  lasts,
  needs: target => ({ isApart: target === 'apart' }),
  async happen(world, { forMs }) {
    world.loses()
    await work(world.databases.log, forMs)
  },
})

export const failover = losing(seconds(1, 6), (database, forMs) => database.failOver(forMs))
/** The files of before are put under everything else that has gone on. */
export const oldBackup = losing(seconds(10, 25), (database, forMs) => database.putBack(forMs))

export const diskFull: Fault = {
  targets: ['database', 'copy', 'pictures'],
  lasts: seconds(8, 25),
  needs: target => ({
    smallDisk: target as 'database' | 'copy' | 'pictures',
    ...(target === 'pictures' && { usesS3: false }),
  }),
  missing: withoutDisks,
  async happen({ disk, databases }, { forMs }) {
    disk?.fill()
    await pause(forMs)
    disk?.empty()
    for (const database of new Set(Object.values(databases))) await database.heal(undefined)
  },
}
