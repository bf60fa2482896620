import type { StoredEvent } from '@tba/event-store/port.ts'
import { isOk } from '../load/history.ts'
import {
  type Check,
  type Evidence,
  erasedIn,
  erasedLongAgo,
  isDisturbed,
  mendedWithinMs,
  writtenBy,
} from './evidence.ts'

const isLetter = ({ type }: StoredEvent) => type === 'PasswordResetRequested'
/** Poison has no visit, and no letter. */
const isForm = ({ type, metadata }: StoredEvent) =>
  ['LeadSubmitted', 'QuestionnaireSubmitted'].includes(type) && metadata?.visitId !== undefined

/** Customers whose registration is in the log, and no erasure. */
export function customersIn(evidence: Pick<Evidence, 'history' | 'log'>): string[] {
  const { history, log } = evidence
  const written = writtenBy(log)
  const erased = erasedIn(evidence)
  const registered = history.calls.filter(
    call => call.kind === 'register' && isOk(call) && !erased.has(call.email),
  )
  const there = registered.filter(call => written(call).some(({ type }) => type === 'AccountRegistered'))
  return [...new Set(there.flatMap(({ email }) => email ?? []))]
}

/**
 * Who was answered 201 can sign in. An erasure that a promoted log has lost may have destroyed the key already: who asked for it
 * may be kept out.
 */
export const registeredEnter: Check = evidence => {
  const { history, lossesPossible, signIns } = evidence
  const entered = new Map(signIns.map(({ email, status }) => [email, status]))
  const erasures = history.calls.filter(({ kind }) => lossesPossible && kind === 'erase')
  const left = new Set(erasures.map(({ email }) => email))
  return customersIn(evidence)
    .filter(email => entered.get(email) !== 200 && !left.has(email))
    .map(email => `${email} was registered, and the sign-in answered ${entered.get(email)}`)
}

/** A session that was signed out stays out. */
export const signedOutStayOut: Check = evidence => {
  const { history, log, lossesPossible, reentries } = evidence
  const written = writtenBy(log)
  const isEnded = (visit: string) => !lossesPossible || written({ visit }).length > 0
  const again = history.calls.filter(
    call => call.kind === 'read-session' && isOk(call) && !call.isStale && !isDisturbed(evidence, call),
  )
  return [
    ...again.map(({ visit }) => `a session entered after its sign-out (${visit})`),
    ...reentries
      .filter(({ visit, status }) => status === 200 && isEnded(visit))
      .map(({ visit }) => `the session that ${visit} ended is open at the end`),
  ]
}

/** Erased persons are in no table, and their pictures nowhere. */
export const erasedNowhere: Check = evidence => {
  const { keys, atMs } = evidence.pictures
  const erased = new Set(erasedLongAgo(evidence, { agoMs: mendedWithinMs, endMs: atMs }))
  return [
    ...evidence.traces,
    ...keys.filter(key => erased.has(key.split('/')[1] ?? '')).map(key => `${key} is of an erased person`),
  ]
}

/** By default of the product. */
const noticesAnHour = 20

/** Every promised letter arrives, and each with one Message-ID: that of the event that promised it. */
export const lettersArrive: Check = evidence => {
  const { history, log, letters, lossesPossible, faults } = evidence
  const written = writtenBy(log)
  const arrived = new Set(letters.map(({ id }) => id))
  const movedClocks = faults.some(({ kind }) => kind === 'clock')
  const customers = new Set(customersIn(evidence))
  // A link of another clock may have expired before it was written.
  const asked = history.calls.filter(
    ({ kind, email }) => kind === 'forgot' && !movedClocks && customers.has(email ?? ''),
  )
  const promised = new Set(
    asked.flatMap(call =>
      written(call)
        .filter(isLetter)
        .map(({ id }) => id),
    ),
  )
  const missing = [...promised].filter(id => !arrived.has(id))
  const forms = log.filter(isForm)
  const notices = forms.filter(({ id }) => arrived.has(id)).length
  const events = new Set(log.map(({ id }) => id))
  return [
    ...missing.map(id => `the letter of the event ${id} did not arrive`),
    ...(notices < Math.min(noticesAnHour, forms.length)
      ? [`${notices} notices arrived of ${forms.length} forms`]
      : []),
    ...letters
      .filter(({ id }) => !lossesPossible && !events.has(id) && !id.startsWith('notices-'))
      .map(({ id }) => `a letter has the Message-ID ${id}, which is of no event`),
  ]
}
