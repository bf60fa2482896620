import { eventIdOf } from '@tba/command-api/tracking/track.ts'
import type { StoredEvent } from '@tba/event-store/port.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Call, isOk, isUnknown } from '../load/history.ts'
import { type Check, commandsOf, mayBeLost, typeOf, writtenBy } from './evidence.ts'

/** A repeated sign-in opens another session. Registrations of one address that run at once take it from one another. */
const severalTimes = [
  ...['SessionOpened', 'SessionClosed', 'EmailClaimed', 'EmailReleased', 'RegistrationAbandoned'],
]

/** What was acknowledged is in the log once; what was not, at most once; what was refused, never. */
export const commandsOnce: Check = evidence => {
  const { history, log } = evidence
  const written = writtenBy(log)
  const at = new Map(log.map(event => [event.position as string, event]))
  return commandsOf(history).flatMap(calls => {
    const [first] = calls
    if (!first || first.kind === 'track' || first.kind === 'consent') return []
    const its = written(first)
    const name = `${first.kind} ${first.visit}`
    const found: string[] = []
    const done = calls.find(isOk)
    const type = typeOf[first.kind]
    const isThere = its.some(event => event.type === type)
    if (type && done && !isThere && !mayBeLost(evidence, done))
      found.push(`${name} was acknowledged, and the log has no ${type}`)
    if (type && isThere && calls.every(call => !isOk(call) && !isUnknown(call)))
      found.push(`${name} was refused with ${first.status}, and the log has its ${type}`)
    const facts = its.map(event => `${event.type} ${event.data?.step ?? ''}`.trim())
    for (const [fact, same] of Map.groupBy(facts, each => each))
      if (same.length > 1 && !severalTimes.includes(fact))
        found.push(`${name} has left ${fact} ${same.length} times`)
    const stated = calls.find(({ position }) => position !== null)
    const there = stated && at.get(stated.position ?? '')
    if (stated && there?.metadata?.visitId !== first.visit && !mayBeLost(evidence, stated))
      found.push(`${name} was recorded at ${stated.position}, where there is ${there?.type ?? 'nothing'}`)
    return found
  })
}

type Sent = { clientId: string; sessionId: string }

/** The same for tracked events; and the log holds none that nobody sent. */
export const tracksOnce: Check = evidence => {
  const { history, log } = evidence
  const tracks = history.calls.filter(({ kind }) => kind === 'track')
  const idsOf = ({ sent }: Call) =>
    ((sent?.events ?? []) as Sent[]).map(({ sessionId, clientId }) => eventIdOf(sessionId, clientId))
  const there = Map.groupBy(log, ({ id }) => id)
  const sent = new Set(tracks.flatMap(idsOf))
  const visits = new Set(tracks.map(({ visit }) => `visit-${visit}`))
  const isTracked = ({ type, stream }: StoredEvent) =>
    ['InteractionTracked', 'AnalyticsEventTracked'].includes(type) && visits.has(stream)
  const lost = tracks
    .filter(call => isOk(call) && !mayBeLost(evidence, call))
    .flatMap(call => idsOf(call).filter(id => there.get(id)?.length !== 1))
  const added = log.filter(event => isTracked(event) && !sent.has(event.id))
  return [
    ...lost.map(
      id => `the tracked event ${id} was acknowledged, and is in the log ${there.get(id)?.length ?? 0} times`,
    ),
    ...added.map(({ id, stream }) => `nobody sent the event ${id} in ${stream}`),
  ]
}

/** Revisions have no gap, and positions rise. */
export const revisionsContiguous: Check = ({ log }) => [
  ...[...Map.groupBy(log, ({ stream }) => stream)].flatMap(([stream, events]) => {
    const gap = events.findIndex(({ revision }, at) => revision !== at)
    return gap < 0 ? [] : [`${stream} has the revision ${events[gap]?.revision} in the place of ${gap}`]
  }),
  ...log
    .filter(({ position }, at) => at > 0 && position <= (log[at - 1]?.position ?? ''))
    .map(({ position }) => `the position ${position} does not come after the one before`),
]

const firsts = ['AccountRegistered', 'PlanActivated', 'AccountErased']

/** Of several commands for one revision one wins, and a customer's stream has only this customer's events. */
export const oneWins: Check = evidence => {
  const races = Map.groupBy(
    evidence.history.calls.filter(call => call.race !== undefined && !mayBeLost(evidence, call)),
    ({ race }) => race,
  )
  const undecided = [...races].flatMap(([race, calls]) => {
    const winners = new Set(calls.filter(isOk).map(({ visit }) => visit)).size
    const isKnown = !calls.some(isUnknown)
    return winners > 1 || (winners === 0 && isKnown) ? [`${race} was won by ${winners} calls`] : []
  })
  const byStream = Map.groupBy(evidence.log, ({ stream }) => stream)
  const twice = [...byStream].flatMap(([stream, events]) => {
    const types = events.map(({ type }) => type).filter(type => firsts.includes(type))
    return new Set(types).size < types.length ? [`${stream} begins twice: ${types.join(', ')}`] : []
  })
  const heldTwice = [...byStream].flatMap(([stream, events]) => {
    const types = events.map(({ type }) => type).filter(type => /^Email(Claimed|Released)$/.test(type))
    return types.some((type, at) => type === types[at - 1]) ? [`${stream} was claimed twice in a row`] : []
  })
  const foreign = evidence.log.filter(
    ({ stream, type, metadata }) =>
      /^(setup|account)-/.test(stream) &&
      type !== 'RegistrationAbandoned' &&
      String(metadata?.actor).startsWith('customer:') &&
      metadata?.actor !== `customer:${idOf(stream)}`,
  )
  return [
    ...undecided,
    ...twice,
    ...heldTwice,
    ...foreign.map(({ stream, metadata }) => `${stream} has an event of ${metadata?.actor}`),
  ]
}

/**
 * A loss is noticed where the tables are apart from the log: by the output, the console and the metric, until there is a new
 * generation.
 */
export const lossNoticed: Check = ({ output, isApart, history, log, losses }) => {
  const written = writtenBy(log)
  const lost = commandsOf(history).filter(
    ([first, ...more]) =>
      first && typeOf[first.kind] && [first, ...more].some(isOk) && written(first).length === 0,
  )
  const isSilent = lost.length > 0 && isApart && !/has lost|the log is another one/.test(output)
  const wrong = losses.filter(({ isRefused, lost, metric }) =>
    isRefused ? !lost || metric !== lost.events : lost || metric !== 0,
  )
  return [
    ...(isSilent ? [`${lost.length} acknowledged commands are lost, and no output says so`] : []),
    ...wrong.map(
      ({ name, isRefused, lost, metric }) =>
        `${name} says ${lost?.events ?? 'nothing'} of lost events, and its metric ${metric}, ${isRefused ? 'while the log is refused' : 'at the end'}`,
    ),
  ]
}
