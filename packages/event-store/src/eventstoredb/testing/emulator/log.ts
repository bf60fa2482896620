/** What the emulated server holds, by the rules that were observed on real ones. */

export type Entry = {
  id: string
  type: string
  stream: string
  revision: number
  data: Uint8Array
  metadata: Uint8Array
  isJson: boolean
  createdMs: number
  /** Of its record; the next one begins behind it. */
  position: bigint
}

export type Proposed = Pick<Entry, 'id' | 'type' | 'data' | 'metadata' | 'isJson'>
export type Expects = number | 'any' | 'no_stream' | 'stream_exists'
export type Outcome =
  | { is: 'written'; revision: number; position: bigint | null }
  | { is: 'wrong'; actual: number | null }
  | { is: 'deleted' }
  | { is: 'too large' }

const maxAppendBytes = 1024 * 1024
/** `$tb` of a stream that was deleted softly. */
const softly = Number.MAX_SAFE_INTEGER

/** Of its record. */
export const sizeOf = ({ data, metadata }: Pick<Entry, 'data' | 'metadata'>): bigint =>
  BigInt(100 + data.length + metadata.length)

export type EmulatedLog = ReturnType<typeof emulatedLog>

export function emulatedLog() {
  const all: Entry[] = []
  const streams = new Map<string, Entry[]>()
  const tombstones = new Set<string>()
  /** Ids that the server remembers until it restarts. */
  const remembered = new Map<string, Entry>()
  const watching = new Set<() => void>()
  let end = 0n

  function put(stream: string, events: readonly Proposed[]): Entry {
    const entries = streams.get(stream) ?? []
    streams.set(stream, entries)
    for (const event of events) {
      const entry = { ...event, stream, revision: entries.length, createdMs: Date.now(), position: end }
      end += sizeOf(event)
      entries.push(entry)
      all.push(entry)
      remembered.set(event.id, entry)
    }
    return entries.at(-1) as Entry
  }

  const settingsOf = (stream: string): { $tb?: number } => {
    const last = streams.get(`$$${stream}`)?.at(-1)
    return last ? JSON.parse(Buffer.from(last.data).toString()) : {}
  }
  const isSoftlyDeleted = (stream: string) => (settingsOf(stream).$tb ?? 0) >= softly

  function set(stream: string, settings: object): void {
    const data = Buffer.from(JSON.stringify(settings))
    put(`$$${stream}`, [
      { id: crypto.randomUUID(), type: '$metadata', data, metadata: new Uint8Array(), isJson: true },
    ])
  }

  function tell(): void {
    for (const told of [...watching]) told()
  }

  /** null: they are to be written. */
  function decide(stream: string, expects: Expects, ids: readonly string[]): Outcome | null {
    if (tombstones.has(stream)) return { is: 'deleted' }
    const entries = streams.get(stream) ?? []
    const last = entries.length - 1
    const wrong: Outcome = { is: 'wrong', actual: last < 0 ? null : last }
    const repeated = (entry: Entry | undefined): Outcome => ({
      is: 'written',
      revision: entry?.revision ?? last,
      position: entry && visible(stream).includes(entry) ? entry.position : null,
    })
    if (expects === 'stream_exists' && isSoftlyDeleted(stream)) return { is: 'deleted' }
    if (expects === 'stream_exists' && last < 0) return wrong
    if (typeof expects === 'string' && expects !== 'no_stream') {
      const known = ids.map(id => remembered.get(id)).filter(entry => entry?.stream === stream)
      if (known.length === 0 || remembered.get(ids[0] as string)?.stream !== stream) return null
      return known.length === ids.length ? repeated(known.at(-1)) : wrong
    }
    const at = expects === 'no_stream' ? -1 : expects
    if (at > last) return wrong
    if (at === last) return null
    if (ids.every((id, index) => entries[at + 1 + index]?.id === id))
      return repeated(entries[at + ids.length])
    const isBegunAnew = expects === 'no_stream' && isSoftlyDeleted(stream) && entries[0]?.id !== ids[0]
    return isBegunAnew ? null : wrong
  }

  function append(stream: string, expects: Expects, events: readonly Proposed[]): Outcome {
    const bytes = events.reduce(
      (sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length,
      0,
    )
    if (bytes > maxAppendBytes) return { is: 'too large' }
    const decided = decide(
      stream,
      expects,
      events.map(({ id }) => id),
    )
    if (decided) return decided
    // A success, and yet there is no stream.
    if (events.length === 0) return { is: 'written', revision: -1, position: null }
    const next = streams.get(stream)?.length ?? 0
    const wasDeleted = isSoftlyDeleted(stream)
    const last = put(stream, events)
    tell()
    // A moment after the answer, as the real one does.
    if (wasDeleted) setTimeout(() => set(stream, { ...settingsOf(stream), $tb: next }), 20)
    return { is: 'written', revision: last.revision, position: last.position }
  }

  function visible(stream: string): Entry[] {
    const { $tb = 0 } = settingsOf(stream)
    return (streams.get(stream) ?? []).filter(({ revision }) => revision >= $tb)
  }

  return {
    all,
    append,
    visible,
    /** Of the first entry that stands there or later. */
    indexAt(position: bigint): number {
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((all[middle] as Entry).position < position) low = middle + 1
        else high = middle
      }
      return low
    },
    exists: (stream: string) =>
      visible(stream).length > 0 || (streams.has(stream) && !isSoftlyDeleted(stream)),
    isTombstoned: (stream: string) => tombstones.has(stream),
    deleteSoftly(stream: string, expects: Expects): Outcome {
      if (tombstones.has(stream)) return { is: 'deleted' }
      const last = (streams.get(stream)?.length ?? 0) - 1
      if (typeof expects === 'number' && expects !== last) return { is: 'wrong', actual: last }
      set(stream, { ...settingsOf(stream), $tb: softly })
      tell()
      return { is: 'written', revision: last, position: end }
    },
    /** The whole log shows it at the highest revision there can be. */
    tombstone(stream: string): void {
      const none = new Uint8Array()
      const event = {
        id: crypto.randomUUID(),
        type: '$streamDeleted',
        data: none,
        metadata: none,
        isJson: false,
      }
      put(stream, [event]).revision = softly
      tombstones.add(stream)
      tell()
    },
    /** Another program's: a link, a projection's result, statistics. */
    putForeign(stream: string, type: string): void {
      const none = new Uint8Array()
      put(stream, [{ id: crypto.randomUUID(), type, data: none, metadata: none, isJson: false }])
      tell()
    },
    /** What of streams is hidden goes out of the log, but for the last event of those that were deleted softly. */
    scavenge(): void {
      const isLast = (entry: Entry) => streams.get(entry.stream)?.at(-1) === entry
      const kept = all.filter(entry => visible(entry.stream).includes(entry) || isLast(entry))
      all.splice(0, all.length, ...kept)
    },
    /** The log as it was when so many events had been written: an older backup was put back. */
    restore(count: number): void {
      for (const { stream } of all.splice(count)) {
        streams.get(stream)?.pop()
        if (streams.get(stream)?.length === 0) streams.delete(stream)
      }
      remembered.clear()
      end = (all.at(-1)?.position ?? 0n) + 100_000n
    },
    forgetIds: () => remembered.clear(),
    watch(told: () => void): () => void {
      watching.add(told)
      return () => watching.delete(told)
    },
  }
}
