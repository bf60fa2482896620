import { expect, test } from 'vitest'
import { activity } from '../../../projector/src/accounts/activity.projection.ts'
import { viewsByType } from './views-changed-by.ts'

/** Nothing that a customer did: it leaves no row in the list. */
const untold = ['SessionExpired', 'AccountErased']

test('of everything that a customer’s list of activity may hold it is known which views show it', () => {
  const listed = Object.keys(activity.on).filter(type => !untold.includes(type))
  expect(Object.keys(viewsByType).sort()).toEqual(listed.sort())
})
