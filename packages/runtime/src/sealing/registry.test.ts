import { createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { EventShape } from '@tba/events/event.ts'
import { type DomainEvent, registry } from '@tba/events/registry.ts'
import { trackingEvents, visitEvents } from '@tba/events/tracking/events.ts'
import { sealData } from './codec.ts'

const sentinel = 'segreto-di-anna'
const accountId = '0198a000-0000-7000-8000-00000000000a'
const key = { person: accountId, version: 1, id: 'k1', key: createSecretKey(randomBytes(32)) }
const keyOf = async () => key

/** An event as shipped, with the sentinel in every text field, personal or not. */
function filled(type: string, shape: EventShape): Record<string, unknown> {
  const file = new URL(`../../../events/fixtures/${type}.v${shape.version}.json`, import.meta.url)
  const shipped: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
  const texts = [sentinel, [sentinel], { bio: sentinel, text: sentinel }]
  return Object.fromEntries(
    Object.entries(shape.schema.shape).map(([name, field]) => [
      name,
      texts.find(text => JSON.stringify(field.safeParse(text).data)?.includes(sentinel)) ?? shipped[name],
    ]),
  )
}

async function readable(type: string, shape: EventShape): Promise<string[]> {
  const data = filled(type, shape)
  for (const name of shape.personal) expect(JSON.stringify(data[name])).toContain(sentinel)
  const at = { stream: `account-${accountId}`, id: accountId }
  const stored = await sealData(keyOf, at, { type, data } as DomainEvent)
  const inClear = Object.entries(stored).filter(([, value]) => JSON.stringify(value).includes(sentinel))
  return inClear.map(([name]) => `${type}.${name}`)
}

test('outside of visits, only these text fields of events are readable in the log', async () => {
  const shapes = Object.entries(registry).filter(
    ([type]) => !Object.hasOwn({ ...visitEvents, ...trackingEvents }, type),
  )
  const found = await Promise.all(shapes.map(([type, shape]) => readable(type, shape)))
  expect(found.flat().sort()).toEqual([
    ...['AlarmChanged.definition', 'AlarmChanged.name', 'AlarmMade.definition', 'AlarmMade.name'],
    'DataExported.position',
    // What everybody in the console shares.
    'DefinitionChanged.definition',
    'DefinitionChanged.kind',
    'DefinitionChanged.name',
    'DefinitionSaved.definition',
    'DefinitionSaved.kind',
    'DefinitionSaved.name',
    // The names of funnels and views, which all administrators share.
    'FunnelChanged.definition',
    'FunnelChanged.name',
    'FunnelSaved.definition',
    'FunnelSaved.name',
    'HistoryViewRenamed.name',
    'HistoryViewSaved.name',
    'LeadSubmitted.emailHash',
    'MeasurementIdChanged.measurementId',
    // Names of streams, which contain only ids.
    'ParkedStreamRetried.parked',
    'ParkedStreamSkipped.parked',
    'PartsErasureOrdered.streams',
    'PersonParted.stream',
    // Which list an administrator viewed.
    'PersonsListed.list',
    'QuestionnaireSubmitted.emailHash',
    // What a replay reads: positions, times, types and ids of visits.
    'ReplayRequested.end',
    'ReplayRequested.from',
    'ReplayRequested.to',
    'ReplayRequested.types',
    'ReplayRequested.visits',
    'ReportLetterOrdered.emailHash',
    'SealedFieldsOpened.stream',
    'SealedFieldsOpened.type',
  ])
})
