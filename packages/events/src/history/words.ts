import type { Json } from '../json.ts'

/** Without letter case and accents. */
export const normalized = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of a search, each of which has to be found. */
export const wordsOf = (text: string): string[] => [...new Set(normalized(text).split(/\s+/).filter(Boolean))]

/** The texts that visitors saw and pressed, and their names. None of these fields is personal. */
const searchedFields = [
  'page',
  'elementText',
  'elementId',
  'eventType',
  'eventName',
  'eventLabel',
  'eventCategory',
] as const

/** The searchable texts of an event, as one text; empty if it is not a visitor's. */
export function searchedText(stream: string, data: { readonly [name: string]: Json | undefined }): string {
  if (!stream.startsWith('visit-')) return ''
  return searchedFields
    .map(name => data[name])
    .filter(value => typeof value === 'string')
    .map(normalized)
    .join('\n')
}
