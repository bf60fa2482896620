import type { ChangeRequest } from '@tba/events/requests/commands.ts'
import { undoSeconds } from '@tba/events/requests/states.ts'
import { type RequestDetail, requestRow } from '@tba/events/requests/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { useEffect, useState } from 'react'
import { hasStatus } from '../../api/http.ts'
import type { Fact } from '../../components/facts.tsx'
import { consoleCommand } from '../api/calls.ts'
import { useAction } from '../api/reads.ts'
import { adminIdOf, useToken } from '../api/token.ts'
import { addDays, momentName, momentOn } from '../parts/time/rome-time.ts'
import { pathOf, type useOwnerName } from './requests-data.ts'
import { stateNames } from './words.tsx'

type Request = RequestDetail['request']
export type Change = Omit<ChangeRequest, 'revision'>
type OwnerName = ReturnType<typeof useOwnerName>

const changed = requestRow.pick({ revision: true })
export const callTime = '09:00'
export const callIn = (days: number) => momentOn(addDays(romeDay(new Date()), days), callTime)

/** Changes a request. What others changed meanwhile is not overwritten: the choice waits for a second press. */
export function useWork(request: Request, readAgain: () => Promise<unknown>) {
  const { busy, run } = useAction('Non salvata: riprova.')
  const own = adminIdOf(useToken() ?? '')
  const [stale, setStale] = useState<{ change: Change; seen: Request } | null>(null)
  /** The list is read again meanwhile: the next key must not wait for it. */
  const [written, setWritten] = useState(-1)
  /** What the last state replaced: for as long as it can be taken back. */
  const [back, setBack] = useState<Change | null>(null)
  useEffect(() => {
    if (!back) return
    const timer = setTimeout(() => setBack(null), undoSeconds * 1_000)
    return () => clearTimeout(timer)
  }, [back])

  /** @returns whether it was saved. `taken` is not kept for a second press: somebody may have it meanwhile */
  async function send(change: Change, replaced: Change | null, taken: Change = {}): Promise<boolean> {
    // An undo would take back a handover too.
    if (change.state || change.owner !== undefined) setBack(null)
    // Who plans a call keeps it, and the request.
    else if (change.callAt) setBack(held => held && { ...held, owner: undefined, callAt: undefined })
    const revision = Math.max(request.revision, written)
    try {
      const answer = await consoleCommand('PATCH', pathOf(request.id), { revision, ...taken, ...change })
      setWritten(changed.parse(answer).revision)
      setStale(null)
      if (replaced) setBack(replaced)
      return true
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
      setStale({ change, seen: request })
      return false
    } finally {
      void readAgain()
    }
  }
  async function choose(change: Change, onSaved: () => void) {
    const { owner, callAt, state } = request
    const replaced = change.state ? stateOf(request) : null
    // Who presses an outcome, or changes the call, takes what nobody has.
    const isTaken = (change.state || change.callAt !== undefined) && owner === null
    // Who did not answer is called again, if nobody plans it otherwise.
    const isCalled = change.state === 'no-answer' && !(callAt && Date.parse(callAt) > Date.now())
    const taken = { ...(isTaken && { owner: own }), ...(isCalled && { callAt: callIn(1) }) }
    const before = { ...(isTaken && { owner }), ...(isCalled && state !== 'no-answer' && { callAt }) }
    if (await send(change, replaced && { ...replaced, ...before }, taken)) onSaved()
  }
  return {
    busy,
    own,
    stale,
    canUndo: back !== null,
    choose: (change: Change, onSaved: () => void) => run(() => choose(change, onSaved)),
    undo: () => back && run(() => send(back, null)),
    leave: () => setStale(null),
  }
}

/** Null: the state is computed. */
function stateOf({ state, reason }: Request): Change | null {
  if (state === 'won') return null
  return state === 'lost' && reason ? { state, reason } : { state }
}

/** What somebody else changed. */
export function differences(seen: Request, now: Request, ownerName: OwnerName): Fact[] {
  const shown = ({ state, owner, callAt, lastNote }: Request) => ({
    Stato: stateNames[state],
    Responsabile: ownerName(owner) || 'nessuno',
    'Richiama il': callAt ? momentName(callAt) : 'mai',
    'Ultima nota': lastNote ?? 'nessuna',
  })
  const before = Object.entries(shown(seen))
  return Object.entries(shown(now)).flatMap(([name, value], at) => {
    const was = before[at]?.[1]
    return was === value ? [] : [[name, `${was} → ${value}`] as const]
  })
}
