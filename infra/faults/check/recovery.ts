import { type Call, isUnknown, type Readiness } from '../load/history.ts'
import { type Check, type Evidence, isDisturbed, mendedWithinMs } from './evidence.ts'

/** Parked streams wait for an operator, and a full disk is only low. */
const fine = ['ok', 'parked', 'low']

/** Whether a service says that it is not well. */
export const complains = ({ status, body }: Pick<Readiness, 'status' | 'body'>) =>
  status !== 200 || Object.values((body ?? {}) as object).some(state => !fine.includes(state))

/** The first and the last of calls that failed one after the other, if that took longer than the limit. */
function standstills(calls: readonly Call[], isFailed: (call: Call) => boolean) {
  const found: { fromMs: number; toMs: number }[] = []
  let from: Call | null = null
  for (const call of calls.toSorted((a, b) => a.toMs - b.toMs)) {
    if (!isFailed(call)) from = null
    else if (from === null) from = call
    else if (call.toMs - from.fromMs > mendedWithinMs) {
      found.push({ fromMs: from.fromMs, toMs: call.toMs })
      from = null
    }
  }
  return found
}

/** `/readyz` says within 30 s that something stands still. */
export const standstillSaid: Check = ({ history: { calls, readiness } }) => {
  const commands = calls.filter(({ kind }) => !kind.startsWith('read-'))
  const reads = calls.filter(({ kind, email }) => kind.startsWith('read-') && email !== null)
  const still = [
    ...standstills(commands, isUnknown).map(span => ({ ...span, what: 'commands' })),
    ...standstills(reads, call => isUnknown(call) || call.isStale).map(span => ({ ...span, what: 'reads' })),
  ]
  return still
    .filter(
      ({ fromMs, toMs }) =>
        !readiness.some(said => said.atMs >= fromMs - 1_000 && said.atMs <= toMs && complains(said)),
    )
    .map(({ what }) => `${what} stood still for ${mendedWithinMs / 1_000} s, and /readyz said nothing`)
}

/** The loser of too many races gets 503, and the console while the first copy is built. */
const mayWait = ({ kind, client, answer }: Call) =>
  (client.startsWith('folla') && kind === 'plan') ||
  (answer as { progress?: unknown } | null)?.progress != null

/** Of the calls of a kind. A busy machine answers 503 now and then. */
const maxFailing = 0.1

/** It comes back by itself within 30 s after the fault, or refuses in one sentence until there is a new generation. */
export const comesBack: Check = evidence => {
  const { history, faults, output } = evidence
  const lastMs = Math.max(0, ...faults.map(({ toMs }) => toMs)) + mendedWithinMs
  const quiet = history.calls.filter(call => !isDisturbed(evidence, call) && !isCutOff(evidence, call))
  const late = [...Map.groupBy(quiet, ({ kind }) => kind)].flatMap(([kind, calls]) => {
    const failed = calls.filter(call => isUnknown(call) && !mayWait(call)).length
    return failed > 1 && failed > calls.length * maxFailing
      ? [`${kind} failed ${failed} of ${calls.length} times`]
      : []
  })
  const newest = new Map(
    history.readiness.filter(({ atMs }) => atMs > lastMs).map(said => [said.name, said] as const),
  )
  const down = [...newest.values()].filter(complains)
  const isRefused = /has lost (?:at least )?\d+ of its newest events/.test(output)
  return [
    ...late.map(what => `${what}, while no fault was there`),
    ...down
      .filter(() => !isRefused)
      .map(({ name, body }) => `${name} is not well after the last fault: ${JSON.stringify(body)}`),
  ]
}

/** The load ended before there was an answer. */
function isCutOff({ history }: Evidence, { toMs, status }: Call): boolean {
  const endMs = Math.max(...history.calls.map(call => call.toMs))
  return status === 0 && toMs > endMs - 1_000
}

const stack = /^\s+at .+:\d+:\d+\)?$/m

/** No stack and no secret is in an output or an answer, and no fault is answered 500. */
export const nothingLeaks: Check = ({ history, output }) => {
  const answers = history.calls.map(call => ({ call, text: JSON.stringify(call.answer) }))
  return [
    ...(stack.test(output) ? [`an output has a stack: ${stack.exec(output)?.[0].trim()}`] : []),
    ...history.secrets.filter(secret => output.includes(secret)).map(secret => `an output has ${secret}`),
    ...answers
      .filter(({ text }) => /\bat [^"]+\.[jt]s:\d+/.test(text))
      .map(({ call }) => `the answer of ${call.kind} ${call.visit} has a stack`),
    ...new Set(
      answers
        .filter(({ call }) => call.status === 500)
        .map(({ call, text }) => `${call.kind} was answered 500: ${text}`),
    ),
  ]
}
