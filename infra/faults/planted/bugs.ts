/** A change to the text of one module, as a careless edit would make it. */
type Edit = { file: string; from: string; to: string }

export type Bug = {
  edits: readonly Edit[]
  /** Shows itself only with this fault. */
  fault?: string
  /** Shows itself only where the database refuses the tables of a rebuild. */
  needsObstacle?: true
}

const log = 'packages/runtime/src/log/event-log.ts'
const append = 'return store.append(stream, await sealEvents(keyOf, { stream, events, context }), expected)'
const sealed = 'const sealed = await sealEvents(keyOf, { stream, events, context })\n'

/** True for one in so many, soon for the first time. */
const oneIn = (count: number) =>
  `(globalThis.planted = (globalThis.planted ?? 0) + 1) % ${count} === ${Math.min(50, count - 1)}`

/** Each has to be found by the checks of a run. */
export const bugs: Record<string, Bug> = {
  'dropped-append': {
    edits: [
      {
        file: log,
        from: append,
        to: `if (${oneIn(1_000)}) return { revision: 0, position: await store.head() }\n${append}`,
      },
    ],
  },
  'doubled-append': {
    edits: [
      {
        file: log,
        from: append,
        to: `${sealed} const done = await store.append(stream, sealed, expected)
          if (${oneIn(1_000)}) await store.append(stream, sealed.map(event => ({ ...event, id: randomUUID() })), 'any')
          return done`,
      },
    ],
  },
  'swapped-appends': {
    edits: [
      {
        file: log,
        from: append,
        to: `${sealed} const all = globalThis, other = all.held
          if (!stream.startsWith('setup-')) return store.append(stream, sealed, expected)
          if (other && other.stream !== stream) {
            all.held = null
            other.release(store.append(other.stream, sealed, other.expected))
            return store.append(stream, other.sealed, expected)
          }
          if (!${oneIn(1_000)}) return store.append(stream, sealed, expected)
          return new Promise(release => { all.held = { stream, sealed, expected, release } })`,
      },
    ],
  },
  'skipping-fold': {
    edits: [
      {
        file: 'services/projector/src/engine/projection.ts',
        from: 'const changes = handler?.(event) ?? []',
        to: `const changes = ${oneIn(1_000)} ? [] : (handler?.(event) ?? [])`,
      },
    ],
  },
  'restored-session': {
    edits: [
      {
        file: 'services/projector/src/accounts/sessions.projection.ts',
        from: 'SessionClosed: ({ stream }) => rows.remove(idOf(stream)),',
        to: 'SessionClosed: () => [],',
      },
    ],
  },
  'forgotten-letter': {
    edits: [
      {
        file: 'services/projector/src/mail/mailer.ts',
        from: 'await outlet.deliver(id, messageOf(id, letter, options))',
        to: `if (!(${oneIn(5)})) await outlet.deliver(id, messageOf(id, letter, options))`,
      },
    ],
  },
  'unnoticed-loss': {
    fault: 'failover:apart',
    edits: [
      {
        file: 'services/projector/src/engine/lost-events.ts',
        from: 'const found = lossOf(marks, lost) ?? (await farthestBeyond(pool, store))',
        to: 'const found = [lost, lossOf, farthestBeyond].length > 3 ? lossOf(marks, lost) : null',
      },
    ],
  },
  'ghosts-in-copy': {
    fault: 'failover:together',
    edits: [
      {
        file: 'services/query-api/src/analytics/copy/open-copy.ts',
        from: 'if ((await lostEvents(store, seen)).length > 0)',
        to: 'if ((await lostEvents(store, [])).length > 0 && seen)',
      },
    ],
  },
  'deaf-jobs': {
    fault: 'swallow:redis',
    edits: [
      {
        file: 'services/projector/src/jobs/queue/backend.ts',
        from: 'keepAlive: 5_000,',
        to: 'keepAlive: 0,',
      },
      { file: 'services/projector/src/jobs/queue/backend.ts', from: 'socketTimeout: 15_000,', to: '' },
    ],
  },
  'looping-rebuild': {
    needsObstacle: true,
    edits: [
      {
        file: 'services/projector/src/engine/database/faults.ts',
        from: 'export function refusalReason(error: unknown): string | null {',
        to: 'export function refusalReason(error: unknown): string | null {\n  if (error) return null',
      },
    ],
  },
}

/** The text of a module with the bug, or null if it is not in this module. @throws if the text has changed */
export function withBug(bug: Bug, url: string, text: string): string | null {
  const edits = bug.edits.filter(({ file }) => url.endsWith(file))
  if (edits.length === 0) return null
  return edits.reduce((edited, { file, from, to }) => {
    if (edited.split(from).length !== 2) throw new Error(`${file} has no single place: ${from}`)
    return edited.replace(from, () => to)
  }, text)
}
