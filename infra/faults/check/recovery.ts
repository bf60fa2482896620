import { type Call, isUnknown, type Readiness } from '../load/history.ts'
import { type Check, isDisturbed, mendedWithinMs } from './evidence.ts'

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

/** A machine with more processes per core keeps no limits. What stands still there is seen at the end. */
export const busyPerCore = 4

/** It comes back by itself within 30 s after the fault. What was refused is well after the new generation, which is a fault too. */
export const comesBack: Check = evidence => {
  const { calls, readiness, loadPerCore } = evidence.history
  const isBusy = loadPerCore > busyPerCore
  const endMs = Math.max(...calls.map(({ toMs }) => toMs)) - 1_000
  // The load ended before there was an answer.
  const isCutOff = ({ status, toMs }: Call) => status === 0 && toMs > endMs
  const failed = calls.filter(
    call => !isBusy && isUnknown(call) && !isDisturbed(evidence, call) && !mayWait(call) && !isCutOff(call),
  )
  const late = [...Map.groupBy(readiness, ({ name }) => name).values()].flatMap(its =>
    // A projection that rests for two seconds on a busy machine is `out` once.
    its.filter((said, at) => {
      const before = its[at - 1]
      if (!before || !complains(said) || !complains(before) || (isBusy && said !== its.at(-1))) return false
      return !isDisturbed(evidence, { fromMs: before.atMs, toMs: said.atMs })
    }),
  )
  return [
    ...[...Map.groupBy(failed, ({ kind }) => kind)].map(
      ([kind, its]) => `${kind} failed ${its.length} times, while no fault was there`,
    ),
    ...[...Map.groupBy(late, ({ name }) => name)].map(
      ([name, its]) => `${name} was not well, while no fault was there: ${JSON.stringify(its.at(-1)?.body)}`,
    ),
  ]
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
