import type { Recorded } from '@tba/event-store/port.ts'
import { registry } from '@tba/events/registry.ts'
import fc from 'fast-check'

type Asked = {
  type?: string[] | undefined
  stream?: string | undefined
  visit?: string | undefined
  actor?: string | undefined
  correlation?: string | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order: 'asc' | 'desc'
}

const said = ({ metadata }: Recorded, name: string) => String(metadata[name] ?? '')

/** Filters by what the log holds, by pieces of that, and by what it does not hold. */
export function filtersOver(log: readonly Recorded[]): fc.Arbitrary<Asked> {
  const event = fc.constantFrom(...log)
  const by = (value: (event: Recorded) => string, frequency: number) =>
    fc.option(
      event.map(value).filter(text => text !== ''),
      { nil: undefined, freq: frequency },
    )
  const prefix = fc
    .tuple(event, fc.integer({ min: 0, max: 20 }))
    .map(([{ stream }, length]) => `${stream.slice(0, length)}*`)
  const stream = fc.oneof(
    event.map(held => held.stream),
    prefix,
  )
  const word = fc.oneof(
    fc.constantFrom('prezzi', 'PERCHÉ', 'cta', '/', 'click', 'citta', 'visit', 'lead', 'niente', 'acc'),
    event.map(({ id }) => id),
    event.map(held => said(held, 'correlationId')),
    fc.tuple(event, fc.integer({ min: 1, max: 30 })).map(([held, length]) => held.stream.slice(0, length)),
  )
  return fc.record({
    type: fc.option(
      fc.uniqueArray(fc.constantFrom(...Object.keys(registry)), { minLength: 1, maxLength: 4 }),
      {
        nil: undefined,
        freq: 3,
      },
    ),
    stream: fc.option(stream, { nil: undefined, freq: 4 }),
    visit: by(({ stream: name }) => (name.startsWith('visit-') ? name.slice(6) : ''), 8),
    actor: by(held => said(held, 'actor'), 4),
    correlation: by(held => said(held, 'correlationId'), 8),
    q: fc.option(
      fc.array(word, { minLength: 1, maxLength: 2 }).map(words => words.join(' ')),
      { nil: undefined, freq: 3 },
    ),
    from: by(({ recordedAt }) => recordedAt, 4),
    to: by(({ recordedAt }) => recordedAt, 4),
    order: fc.constantFrom('asc', 'desc'),
  })
}

export function queryOf({ type = [], ...asked }: Asked): string {
  const query = new URLSearchParams(type.map(each => ['type', each]))
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.append(name, value)
  return query.toString()
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What looking at each event of the log finds. */
export function isWanted(
  event: Recorded,
  { type, stream, visit, actor, correlation, q, from, to }: Asked,
): boolean {
  const { data, recordedAt } = event
  const isOfVisit = event.stream.startsWith('visit-')
  const texts = isOfVisit
    ? [data.page, data.elementText, data.elementId, data.eventType, data.eventName, data.eventLabel].map(
        text => fold(String(text ?? '')),
      )
    : []
  const name = fold(event.stream)
  const ids = [event.id, said(event, 'correlationId')].map(fold)
  const visitId = fold(said(event, 'visitId'))
  const isThere = (word: string) => {
    const isLikeAnId = word.length >= 6 && /\d/.test(word)
    const idInName = name.replace(/^[a-z]+-/, '')
    return (
      texts.some(text => text.includes(word)) ||
      name.startsWith(word) ||
      [idInName, visitId].includes(word) ||
      (isLikeAnId && (idInName.startsWith(word) || ids.includes(word)))
    )
  }
  return (
    (!type || type.includes(event.type)) &&
    (!stream ||
      (stream.endsWith('*') ? event.stream.startsWith(stream.slice(0, -1)) : event.stream === stream)) &&
    (!visit || event.stream === `visit-${visit}` || said(event, 'visitId') === visit) &&
    (!actor || said(event, 'actor') === actor) &&
    (!correlation || said(event, 'correlationId') === correlation) &&
    (!from || recordedAt >= from) &&
    (!to || recordedAt < to) &&
    (!q || fold(q).split(' ').every(isThere))
  )
}
