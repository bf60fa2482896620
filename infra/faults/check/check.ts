import { commandsOnce, lossNoticed, oneWins, revisionsContiguous, tracksOnce } from './commands.ts'
import { copiesEqualLog } from './copies.ts'
import type { Check, Evidence } from './evidence.ts'
import { type Gathering, gather } from './gather.ts'
import { readsForward } from './reads.ts'
import { comesBack, nothingLeaks, standstillSaid } from './recovery.ts'
import { lettersArrive, registeredEnter, signedOutStayOut } from './sessions.ts'

export type Finding = { check: string; text: string }

const checks: Record<string, Check> = {
  ...{ commandsOnce, tracksOnce, revisionsContiguous, oneWins, lossNoticed, readsForward },
  ...{ registeredEnter, signedOutStayOut, lettersArrive },
  erasedNowhere: ({ traces }) => [...traces],
  tablesEqualLog: ({ differing }) => [...differing],
  ...{ copiesEqualLog, standstillSaid, comesBack, nothingLeaks },
}

/** What is wrong, by the name of the check. A check has one finding for each thing that is wrong. */
export const findingsIn = (evidence: Evidence): Finding[] =>
  Object.entries(checks).flatMap(([check, find]) => find(evidence).map(text => ({ check, text })))

/** Looks at everything after the load and the faults. */
export async function check(gathering: Gathering): Promise<Finding[]> {
  return findingsIn(await gather(gathering))
}
