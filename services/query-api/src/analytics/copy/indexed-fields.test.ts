import { readdirSync, readFileSync } from 'node:fs'
import { personalAt } from '@tba/events/event.ts'
import { searchedText } from '@tba/events/history/words.ts'
import { findShape, registry } from '@tba/events/registry.ts'
import { eventsByCategory } from '@tba/events/streams.ts'
import { attributesOf, indexedFields } from './indexed-fields.ts'

const fixtures = new URL('../../../../../packages/events/fixtures/', import.meta.url)
const newest = readdirSync(fixtures).flatMap(file => {
  const [type = '', version] = file.split('.')
  const isNewest = `v${findShape(type)?.version}` === version
  return isNewest ? [{ type, data: JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')) }] : []
})

test('indexes the values that many events share, and nothing else', () => {
  expect(indexedFields('InteractionTracked')).toEqual(['eventType', 'elementId', 'elementText', 'page'])
  expect(indexedFields('AnalyticsEventTracked')).toEqual(['eventName', 'eventCategory', 'eventLabel', 'page'])
  expect(indexedFields('VisitStarted')).toEqual(['userAgent', 'referrer'])
  expect(indexedFields('ConsentChosen')).toEqual(['choice'])
  expect(indexedFields('ActionRefused')).toEqual(['action', 'reason', 'status'])
  expect(indexedFields('PlanActivated')).toEqual(['plan'])
  expect(indexedFields('BotActivated')).toEqual(['botType'])
  expect(indexedFields('CredentialsSaved')).toEqual(['platform'])
  expect(indexedFields('PasswordChanged')).toEqual(['by'])
  expect(indexedFields('SessionOpened')).toEqual([])
  expect(indexedFields('TomorrowsEvent')).toEqual([])
})

test('indexes nothing sealed', () => {
  for (const [type, shape] of Object.entries(registry)) {
    const sealed = personalAt(shape, shape.version)
    expect(indexedFields(type).filter(field => sealed.includes(field))).toEqual([])
  }
})

test('the searched text of a visit’s event follows from its indexed fields', () => {
  const ofVisits = newest.filter(({ type }) => Object.hasOwn(eventsByCategory.visit, type))
  expect(ofVisits.length).toBe(Object.keys(eventsByCategory.visit).length)
  for (const { type, data } of ofVisits)
    expect(searchedText('visit-1', attributesOf(type, data))).toBe(searchedText('visit-1', data))
})

test('every event has all of its indexed fields', () => {
  for (const { type, data } of newest)
    expect(
      indexedFields(type).filter(field => data[field] === undefined),
      type,
    ).toEqual([])
})
