import { type Said, text } from './path-step.ts'

export type Twin = { key: string; isEcho: boolean }

/**
 * The page tells of a view and of a click twice: as an interaction, and as an event for analytics right beside it. Both have
 * the same `key`; `echo`: it is the second one. Null: an event that is told once.
 */
export function twinOf(type: string, said: Said): Twin | null {
  const isEcho = type === 'AnalyticsEventTracked'
  if (!isEcho && type !== 'InteractionTracked') return null
  const name = isEcho ? said.eventName : said.eventType
  if (name !== 'page_view' && name !== 'button_click') return null
  const label = isEcho ? said.eventLabel : (text(said.elementText) ?? said.elementId)
  const told = name === 'button_click' ? (text(label) ?? null) : null
  return { key: JSON.stringify([name, text(said.page), told]), isEcho }
}

/** The page sends both tellings of an act at once: by so much the second may come before the first. */
export const overtakesMs = 5_000

/**
 * Finds for each event the other telling of the same act: the event beside it among those that are told twice, as long as
 * that is not the other telling of an act before it. Events of one visit, by their places.
 */
export function otherTellings(
  deeds: readonly { twin: Twin | null }[],
  at: readonly number[],
): readonly (number | undefined)[] {
  const others: (number | undefined)[] = []
  let before = -1
  for (let event = 0; event < deeds.length; event++) {
    const twin = deeds[event]?.twin ?? null
    if (twin === null) continue
    const open = deeds[before]?.twin
    const isPair =
      open?.key === twin.key &&
      open.isEcho !== twin.isEcho &&
      (twin.isEcho || Math.abs((at[event] as number) - (at[before] as number)) <= overtakesMs)
    if (isPair) {
      others[event] = before
      others[before] = event
    }
    before = isPair ? -1 : event
  }
  return others
}
