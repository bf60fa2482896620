import { type Call, isOk, type Kind } from '../load/history.ts'
import { type Check, type Evidence, mayBeLost, mendedWithinMs, writtenBy } from './evidence.ts'

type Read = {
  of: Kind
  type: string
  /** The names of the calls that an answer contains. */
  names(answer: unknown): string[]
  /** It shows all of them, not only the newest. */
  isList?: true
}

const field = (answer: unknown, name: string) => {
  const value = (answer as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' && value !== '' ? [value] : []
}

const reads: Partial<Record<Kind, Read>> = {
  'read-credentials': {
    of: 'credentials',
    type: 'CredentialsSaved',
    isList: true,
    names: answer => (answer as { server: string }[]).map(({ server }) => server),
  },
  'read-profile': { of: 'profile', type: 'ProfileUpdated', names: answer => field(answer, 'bio') },
  'read-progress': {
    of: 'steps',
    type: 'SetupNoted',
    names: answer => field(answer, 'step1_broker_link').map(link => link.split('/').at(-1) ?? ''),
  },
}

/** Each customer reads their own writes, all that came before, and never less than the time before. Stale reads say so. */
export const readsForward: Check = evidence => {
  const byCustomer = Map.groupBy(evidence.history.calls, ({ email }) => email)
  return [...byCustomer].flatMap(([email, calls]) =>
    Object.entries(reads).flatMap(([kind, read]) => {
      const answered = calls.filter(call => call.kind === kind && call.status === 200 && !call.isStale)
      return email === null ? [] : backwards(evidence, { calls, answered, read })
    }),
  )
}

type OfOne = { calls: readonly Call[]; answered: readonly Call[]; read: Read }

function backwards(evidence: Evidence, { calls, answered, read }: OfOne): string[] {
  const written = writtenBy(evidence.log)
  const writes = calls.flatMap(call => {
    if (call.kind !== read.of) return []
    const event = written(call).find(({ type }) => type === read.type)
    return event ? [{ ...call, revision: event.revision }] : []
  })
  const names = [...new Set(writes.toSorted((a, b) => a.revision - b.revision).map(({ visit }) => visit))]
  const found: string[] = []
  let before = 0
  for (const call of answered) {
    // What was lost since may have been read.
    if (mayBeLost(evidence, { fromMs: call.fromMs - mendedWithinMs })) continue
    const seen = read.names(call.answer)
    const says = (what: string) => found.push(`${call.kind} of ${call.email} (${call.visit}) ${what}`)
    const unknown = seen.filter(name => !names.includes(name))
    if (unknown.length > 0) says(`shows ${unknown.join(', ')}, which the log does not hold`)
    const upTo = Math.max(0, ...seen.map(name => names.indexOf(name) + 1))
    if (read.isList && seen.join() !== names.slice(0, upTo).join())
      says(`shows ${seen.length} rows, and not the first ${upTo} of the log`)
    const own = writes.filter(write => isOk(write) && write.toMs <= call.fromMs)
    const missing = own.find(({ visit }) => names.indexOf(visit) >= upTo)
    if (missing) says(`does not contain ${missing.visit}, which was acknowledged before`)
    if (upTo < before) says('shows less than the read before')
    before = Math.max(before, upTo)
  }
  return found
}
