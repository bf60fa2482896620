import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { recordedEvent } from '../testing/recorded-event.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { leads } from './leads.projection.ts'

const id = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.lead(id)
const lead = {
  emailHash: 'hash',
  name: 'Anna Bianchi',
  email: 'anna@example.com',
  phone: '+39 333 1',
  plan: 'starter' as const,
  depositEuro: 500,
  message: null,
}

test('a lead keeps the number as typed, and beside it the one to dial', () => {
  const rows = ['\u202a333 1234567\u202c', '333 1'].flatMap(phone =>
    rowsAfter(leads, [recordedEvent('LeadSubmitted', { ...lead, phone }, { stream })]),
  )
  expect(rows).toMatchObject([
    { phone: '\u202a333 1234567\u202c', dial: '+393331234567' },
    { phone: '333 1', dial: null },
  ])
})

test('a lead without its person’s key has no personal data', () => {
  const unreadable = { ...lead, name: null, email: null, phone: null }
  expect(rowsAfter(leads, [recordedEvent('LeadSubmitted', unreadable, { stream })])).toMatchObject([
    { name: null, email: null, phone: null, plan: 'starter' },
  ])
})
