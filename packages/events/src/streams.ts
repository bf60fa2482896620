import { type Owner, streamCategories } from './contexts.ts'
import { isKeyOf, keysOf } from './keys.ts'

type Categories = typeof streamCategories
export type StreamCategory = keyof Categories

const named = Object.entries(streamCategories).map(([category, { stream }]) => [category, stream])
/** The names and owners of the streams of each category. */
export const streams: { [K in StreamCategory]: Categories[K]['stream'] } = Object.fromEntries(named)

export const eventsByCategory = Object.fromEntries(
  Object.entries(streamCategories).map(([category, { events }]) => [category, events]),
) as { [K in StreamCategory]: Categories[K]['events'] }

export type CategoriesOf<O extends Owner> = {
  [K in StreamCategory]: (typeof streams)[K]['owner'] extends O ? K : never
}[StreamCategory]

export function categoriesOf<O extends Owner>(owner: O): CategoriesOf<O>[] {
  const categories = keysOf(streams)
  return categories.filter((category): category is CategoriesOf<O> => streams[category].owner === owner)
}

export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1)

/** Null: this build does not know the category. */
export function categoryOf(stream: string): StreamCategory | null {
  const [category = ''] = stream.split('-', 1)
  return isKeyOf(streams, category) ? category : null
}

/** The account of an event's stream; null: no customer's, or the event is too damaged. */
export function accountOf(event: { stream: string; data?: unknown }): string | null {
  const category = categoryOf(event.stream)
  return category !== null && streams[category].owner === 'customer' ? namedBy(event, category) : null
}

/** The person of the personal data in an event: named in its data, or by the id in the stream's name. */
export function personOf(event: { stream: string; data?: unknown }): string {
  const category = categoryOf(event.stream)
  return (category && namedBy(event, category)) ?? idOf(event.stream)
}

function namedBy({ stream, data }: { stream: string; data?: unknown }, category: StreamCategory) {
  const { personIn } = streams[category]
  if (personIn === null) return idOf(stream)
  const person = (data as Record<string, unknown> | null | undefined)?.[personIn]
  return typeof person === 'string' ? person : null
}

export const categoriesNamedByAccount = categoriesOf('customer').filter(
  category => streams[category].personIn === null,
)
/** The stream categories whose events name a customer's account. */
export const categoriesNamingAccount = categoriesOf('customer').filter(
  category => streams[category].personIn !== null,
)
