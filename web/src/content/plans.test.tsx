import { depositEuro, plan } from '@tba/events/setup/plans.ts'
import { expect, test } from 'vitest'
import { planOffers } from './plans.ts'

test('The price list names the contract’s plans, each with its deposit', () => {
  const listed = planOffers.map(offer => [offer.plan, offer.depositEuro])
  expect(listed).toEqual(plan.options.map(name => [name, depositEuro[name]]))
})
