/** The log of the emulated server, with the observed rules of real servers. */

export type Entry = {
  id: string
  type: string
  stream: string
  revision: number
  data: Uint8Array
  metadata: Uint8Array
  isJson: boolean
  createdMs: number
  /** Of its record. The next one starts after it. */
  position: bigint
}

export type Proposed = Pick<Entry, 'id' | 'type' | 'data' | 'metadata' | 'isJson'>
export type Expects = number | 'any' | 'no_stream'
export type Outcome =
  | { is: 'written'; revision: number; position: bigint | null }
  | { is: 'wrong'; actual: number | null }
  | { is: 'deleted' }

/** `$tb` of a softly deleted stream. */
const softly = Number.MAX_SAFE_INTEGER

/** Of its record. */
export const sizeOf = ({ data, metadata }: Pick<Entry, 'data' | 'metadata'>): bigint =>
  BigInt(100 + data.length + metadata.length)

export type EmulatedLog = ReturnType<typeof emulatedLog>

export function emulatedLog() {
  const all: Entry[] = []
  const streams = new Map<string, Entry[]>()
  const tombstones = new Set<string>()
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

  function notify(): void {
    for (const wake of [...watching]) wake()
  }

  /** null: write them. */
  function decide(stream: string, expects: Expects, ids: readonly string[]): Outcome | null {
    if (tombstones.has(stream)) return { is: 'deleted' }
    const entries = streams.get(stream) ?? []
    const last = entries.length - 1
    const at = expects === 'no_stream' ? -1 : expects
    if (at === 'any' || at === last) return null
    const repeated = entries[at + ids.length]
    if (repeated && ids.every((id, index) => entries[at + 1 + index]?.id === id)) {
      const isVisible = visible(stream).includes(repeated)
      return { is: 'written', revision: repeated.revision, position: isVisible ? repeated.position : null }
    }
    const isNewStart = expects === 'no_stream' && isSoftlyDeleted(stream) && entries[0]?.id !== ids[0]
    return isNewStart ? null : { is: 'wrong', actual: last < 0 ? null : last }
  }

  function append(stream: string, expects: Expects, events: readonly Proposed[]): Outcome {
    const ids = events.map(({ id }) => id)
    const decided = decide(stream, expects, ids)
    if (decided) return decided
    const next = streams.get(stream)?.length ?? 0
    const wasDeleted = isSoftlyDeleted(stream)
    const last = put(stream, events)
    notify()
    // A moment after the answer, like the real server.
    if (wasDeleted) setTimeout(() => set(stream, { ...settingsOf(stream), $tb: next }), 20)
    return { is: 'written', revision: last.revision, position: last.position }
  }

  /** An event of another program, without JSON. */
  function putForeign(stream: string, type: string): Entry {
    const none = new Uint8Array()
    const entry = put(stream, [{ id: crypto.randomUUID(), type, data: none, metadata: none, isJson: false }])
    notify()
    return entry
  }

  function visible(stream: string): Entry[] {
    const { $tb = 0 } = settingsOf(stream)
    return (streams.get(stream) ?? []).filter(({ revision }) => revision >= $tb)
  }

  return {
    all,
    append,
    visible,
    /** Of the first entry at this position or later. */
    indexAt(position: bigint): number {
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((all[middle] as Entry).position < position) low = middle + 1
        else high = middle
      }
      return low
    },
    exists: (name: string) => visible(name).length > 0 || (streams.has(name) && !isSoftlyDeleted(name)),
    isTombstoned: (stream: string) => tombstones.has(stream),
    deleteSoftly(stream: string, revision: number): Outcome {
      if (tombstones.has(stream)) return { is: 'deleted' }
      const last = (streams.get(stream)?.length ?? 0) - 1
      if (revision !== last) return { is: 'wrong', actual: last }
      set(stream, { ...settingsOf(stream), $tb: softly })
      notify()
      return { is: 'written', revision: last, position: end }
    },
    /** The whole log shows the event at the highest possible revision. */
    tombstone(stream: string): void {
      putForeign(stream, '$streamDeleted').revision = softly
      tombstones.add(stream)
    },
    putForeign,
    /** Removes hidden events from the log, except the last event of each softly deleted stream. */
    scavenge(): void {
      const isLast = (entry: Entry) => streams.get(entry.stream)?.at(-1) === entry
      const kept = all.filter(entry => visible(entry.stream).includes(entry) || isLast(entry))
      all.splice(0, all.length, ...kept)
    },
    /** The log after this many events, as if an older backup was restored. */
    restore(count: number): void {
      for (const { stream } of all.splice(count)) {
        streams.get(stream)?.pop()
        if (streams.get(stream)?.length === 0) streams.delete(stream)
      }
      end = (all.at(-1)?.position ?? 0n) + 100_000n
    },
    watch(wake: () => void): () => void {
      watching.add(wake)
      return () => watching.delete(wake)
    },
  }
}
