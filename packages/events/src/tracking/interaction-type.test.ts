import { interactionFilter, matchesType, stepOf } from './interaction-type.ts'

const click = (elementText: string | null) => ({
  type: 'InteractionTracked',
  data: { eventType: 'button_click', elementText, elementId: null },
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

test('a step of clicks excludes those on the banner', () => {
  const [isOfType, ...others] = stepOf(clicks).where
  expect(isOfType).toEqual({ field: 'eventType', op: 'is', value: 'button_click' })
  expect(others).toContainEqual({ field: 'elementText', op: 'isNot', value: 'Accetta' })
})
