import { setTimeout as pause } from 'node:timers/promises'
import { withoutClocks } from '../world/machine.ts'
import { type Fault, seconds, services } from './fault.ts'

/** `kill -9`. It is started again after a second. */
export const kill: Fault = {
  targets: [...services, 'gateway'],
  lasts: [0, 0],
  async happen({ processes }, { target }) {
    processes.signal(target, 'SIGKILL')
  },
}

/** It keeps its connections and locks, and does nothing. */
export const stop: Fault = {
  targets: services,
  lasts: seconds(1, 40),
  async happen({ processes }, { target, forMs }) {
    processes.signal(target, 'SIGSTOP')
    await pause(forMs)
    processes.signal(target, 'SIGCONT')
  },
}

const offsets: Record<string, string> = { forward: '+1d', back: '-1d', drifting: '+0 x1.2' }

/** The clock of one process, or of all, is wrong. At the end it is set right. */
export const clock: Fault = {
  targets: Object.keys(offsets).flatMap(how => [...services, 'all'].map(which => `${how} ${which}`)),
  lasts: seconds(15, 40),
  needs: () => ({ movesClocks: true }),
  missing: withoutClocks,
  async happen({ clocks }, { target, forMs }) {
    const [how = '', ...name] = target.split(' ')
    const moved = name[0] === 'all' ? services : [name.join(' ')]
    for (const each of moved) clocks?.set(each, offsets[how] ?? '+0')
    await pause(forMs)
    for (const each of moved) clocks?.set(each, '+0')
  },
}
