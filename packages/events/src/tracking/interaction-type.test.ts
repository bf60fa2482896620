import { expect, test } from 'vitest'
import { satisfies } from '../funnels/matches.ts'
import { interactionFilter, matchesType, stepOf } from './interaction-type.ts'

const click = (elementText: string | null) => ({
  ...{ type: 'InteractionTracked', data: { eventType: 'button_click', elementText, elementId: null } },
})
const [clicks, banner] = [interactionFilter('button_click'), interactionFilter('banner_click')]

test('a click on the consent banner is its own kind of event', () => {
  expect([matchesType(clicks, click('Inizia')), matchesType(banner, click('Inizia'))]).toEqual([true, false])
  expect([matchesType(clicks, click('Accetta')), matchesType(banner, click('Accetta'))]).toEqual([
    false,
    true,
  ])
  expect(matchesType('InteractionTracked', click('Accetta'))).toBe(true)
})

test('a step of clicks excludes those on the banner, and includes those without text', () => {
  const { where } = stepOf(clicks)
  const isCounted = (text: string | null) => satisfies(where, click(text).data)
  expect([isCounted('Inizia'), isCounted(null), isCounted('Accetta')]).toEqual([true, true, false])
})
