import { expect, test } from 'vitest'
import { satisfies } from '../funnels/matches.ts'
import { kindFilter, matchesType, stepOf } from './tracked-kind.ts'

const click = (elementText: string | null) => ({
  ...{ type: 'InteractionTracked', data: { eventType: 'button_click', elementText, elementId: null } },
})
const [clicks, banner] = [kindFilter('button_click'), kindFilter('banner_click')]

test('A click on the consent banner is no click, but a kind of its own', () => {
  expect([matchesType(clicks, click('Inizia')), matchesType(banner, click('Inizia'))]).toEqual([true, false])
  expect([matchesType(clicks, click('Accetta')), matchesType(banner, click('Accetta'))]).toEqual([
    false,
    true,
  ])
  expect(matchesType('InteractionTracked', click('Accetta'))).toBe(true)
})

test('A step of clicks leaves out those on the banner, and keeps one without a text', () => {
  const { where } = stepOf(clicks)
  const isCounted = (text: string | null) => satisfies(where, click(text).data)
  expect([isCounted('Inizia'), isCounted(null), isCounted('Accetta')]).toEqual([true, true, false])
})
