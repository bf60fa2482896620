import { kinds, type Owner } from './contexts.ts'

type Kinds = typeof kinds
export type StreamKind = keyof Kinds

const named = Object.entries(kinds).map(([kind, { stream }]) => [kind, stream])
/** What the streams of each kind are called, and whose they are. */
export const streams: { [K in StreamKind]: Kinds[K]['stream'] } = Object.fromEntries(named)

/** The kinds of streams with this owner. */
export type KindsOf<O extends Owner> = {
  [K in StreamKind]: (typeof streams)[K]['owner'] extends O ? K : never
}[StreamKind]

export function kindsOf<O extends Owner>(owner: O): KindsOf<O>[] {
  const kinds = Object.keys(streams) as StreamKind[]
  return kinds.filter((kind): kind is KindsOf<O> => streams[kind].owner === owner)
}

export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** Null: a kind that this build does not know. */
export function kindOf(stream: string): StreamKind | null {
  const [kind = ''] = stream.split('-', 1)
  return Object.hasOwn(streams, kind) ? (kind as StreamKind) : null
}

/** The account whose stream an event stands in; null: no customer's, or the event is too damaged to say. */
export function accountOf(event: { stream: string; data?: unknown }): string | null {
  const kind = kindOf(event.stream)
  return kind !== null && streams[kind].owner === 'customer' ? namedBy(event, kind) : null
}

/** Whom the personal data in an event are about: who is named by its data, or meant by the id in the stream's name. */
export function personOf(event: { stream: string; data?: unknown }): string {
  const kind = kindOf(event.stream)
  return (kind && namedBy(event, kind)) ?? idOf(event.stream)
}

function namedBy({ stream, data }: { stream: string; data?: unknown }, kind: StreamKind): string | null {
  const { personIn } = streams[kind]
  if (personIn === null) return idOf(stream)
  const said = (data as Record<string, unknown> | null | undefined)?.[personIn]
  return typeof said === 'string' ? said : null
}

/** The kinds of streams that are named by a customer's account. */
export const namedByAccount = kindsOf('customer').filter(kind => streams[kind].personIn === null)
/** The kinds of streams in which each event names a customer's account. */
export const namingAccount = kindsOf('customer').filter(kind => streams[kind].personIn !== null)
