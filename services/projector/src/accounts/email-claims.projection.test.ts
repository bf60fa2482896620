import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { emailClaims } from './email-claims.projection.ts'

const [anna, bruno] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
const stream = streams.email('hash')
const claimed = (accountId: string) => happened('EmailClaimed', { accountId }, { stream })

test('an address leads to the account that claimed it', () => {
  expect(rowsAfter(emailClaims, [claimed(anna)])).toEqual([{ emailHash: 'hash', accountId: anna }])
})

test('an address whose registration was abandoned leads to the account that took it over', () => {
  expect(rowsAfter(emailClaims, [claimed(anna), claimed(bruno)])).toEqual([
    { emailHash: 'hash', accountId: bruno },
  ])
})

test('an address that was released leads nowhere', () => {
  const released = happened('EmailReleased', { accountId: anna }, { stream })
  expect(rowsAfter(emailClaims, [claimed(anna), released])).toEqual([])
})

test('nothing leads to an erased account', () => {
  const erased = happened('AccountErased', {}, { stream: streams.account(anna) })
  expect(rowsAfter(emailClaims, [claimed(anna), erased])).toEqual([])
})
