import { commandsOnce, lossNoticed, oneWins, revisionsContiguous, tracksOnce } from './commands.ts'
import { copiesEqualLog } from './copies.ts'
import type { Check, Evidence } from './evidence.ts'
import { type Gathering, gather, withLetters } from './gather.ts'
import { readsForward } from './reads.ts'
import { comesBack, nothingLeaks, standstillSaid } from './recovery.ts'
import { erasedNowhere, lettersArrive, registeredEnter, signedOutStayOut } from './sessions.ts'

export type Finding = { check: string; text: string }

/** Everything but letters, which may come late. */
const checks: Record<string, Check> = {
  commandsOnce,
  tracksOnce,
  revisionsContiguous,
  oneWins,
  lossNoticed,
  readsForward,
  registeredEnter,
  signedOutStayOut,
  erasedNowhere,
  tablesEqualLog: ({ differing }) => [...differing],
  copiesEqualLog,
  standstillSaid,
  comesBack,
  nothingLeaks,
}

const found = (of: Record<string, Check>, evidence: Evidence): Finding[] =>
  Object.entries(of).flatMap(([check, find]) => find(evidence).map(text => ({ check, text })))

/** What is wrong, by the name of the check. A check has one finding for each thing that is wrong. */
export const findingsIn = (evidence: Evidence): Finding[] => found({ ...checks, lettersArrive }, evidence)

/** Looks at everything after the load and the faults. Waits for letters only if all else is right. */
export async function check(gathering: Gathering): Promise<Finding[]> {
  const evidence = await gather(gathering)
  const early = found(checks, evidence)
  if (early.length > 0) return early
  return found({ lettersArrive }, await withLetters(gathering, evidence))
}
