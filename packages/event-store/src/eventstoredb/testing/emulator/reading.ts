import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { streams } from '../../stubs.ts'
import { dropped, type Faults, noSuchPosition, notLeader, notReady, thrown, tombstoned } from './faults.ts'
import { type EmulatedLog, type Entry, sizeOf } from './log.ts'
import { eventOf, matcher, notFound, type Options, type ReadCall, type Send } from './messages.ts'
import { subscribe } from './subscribing.ts'

export function read(log: EmulatedLog, faults: Faults) {
  return async (call: ReadCall) => {
    // Before that an error would be lost.
    await nextTurn()
    if (faults.leader) return call.emit('error', notLeader(faults.leader))
    if (faults.notReady) return call.emit('error', notReady(faults.notReady))
    const options = call.request.getOptions() as Options
    if (options.getAll()?.hasPosition() && faults.positionFailures > 0) {
      faults.positionFailures--
      return call.emit('error', thrown())
    }
    const send = sender(call, faults)
    try {
      if (options.hasSubscription()) return await subscribe({ log, faults, call, send }, options)
      for (const message of answers(log, options)) if (!(await send(message))) return
      call.end()
    } catch (error) {
      call.emit('error', error)
    }
  }
}

function sender(call: ReadCall, faults: Faults): Send {
  let sent = 0
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  call.once('cancelled', resolve)
  return async message => {
    if (faults.dropAfter !== null && sent++ >= faults.dropAfter) {
      faults.dropAfter = null
      throw dropped()
    }
    if (faults.endAfter !== null && sent++ >= faults.endAfter) {
      faults.endAfter = null
      call.end()
      return false
    }
    if (call.cancelled) return false
    if (call.write(message)) return true
    await Promise.race([new Promise(free => call.once('drain', free)), cancelled])
    return !call.cancelled
  }
}

function* answers(log: EmulatedLog, options: Options): Generator<ReadResp> {
  const found = options.hasStream() ? streamRequest(log, options) : logRequest(log, options)
  if (typeof found === 'string') return yield notFound(found)
  let left = Number(options.getCount())
  for (const entry of found) {
    if (left-- <= 0) return
    yield eventOf(entry)
  }
}

const isBackwards = (options: Options) =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

/** The name of a stream that is missing. */
function streamRequest(log: EmulatedLog, options: Options): Iterable<Entry> | string {
  const where = options.getStream() as ReadReq.Options.StreamOptions
  const name = Buffer.from(where.getStreamIdentifier()?.getStreamName() as Uint8Array).toString()
  if (log.isTombstoned(name)) throw tombstoned(name)
  if (!log.exists(name)) return name
  const entries = log.visible(name)
  const from = Number(where.getRevision())
  if (!isBackwards(options))
    return where.hasStart() ? entries : entries.filter(entry => entry.revision >= from)
  const upTo = where.hasEnd() ? entries : entries.filter(it => it.revision <= (where.hasStart() ? 0 : from))
  return upTo.toReversed()
}

function* logRequest(log: EmulatedLog, options: Options): Generator<Entry> {
  const where = options.getAll() as ReadReq.Options.AllOptions
  const matches = matcher(options)
  const position = where.getPosition()
  if (isBackwards(options)) {
    const end = position ? log.indexAt(BigInt(position.getCommitPosition())) : log.all.length
    for (let index = end - 1; index >= 0; index--) {
      const entry = log.all[index] as Entry
      if (matches(entry)) yield entry
    }
    return
  }
  const from = position ? BigInt(position.getCommitPosition()) : 0n
  let index = position ? log.indexAt(from) : where.hasStart() ? 0 : log.all.length
  const before = log.all[index - 1]
  // Other records keep their positions when one is removed. A read at its position continues with the next.
  if (before && from < before.position + sizeOf(before) && log.all[index]?.position !== from)
    throw noSuchPosition()
  for (; index < log.all.length; index++) {
    const entry = log.all[index] as Entry
    if (matches(entry)) yield entry
  }
}
