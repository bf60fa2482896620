import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
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

test('a lead is stored as sent, with its deposit as text', () => {
  const submitted = happened('LeadSubmitted', lead, { stream, recordedAt: '2026-03-01T08:00:00.000Z' })
  expect(rowsAfter(leads, [submitted])).toEqual([
    {
      id,
      name: 'Anna Bianchi',
      email: 'anna@example.com',
      phone: '+39 333 1',
      plan: 'starter',
      deposit: '500',
      message: null,
      createdAt: '2026-03-01T08:00:00.000Z',
      visitId: null,
      position: submitted.position,
      words: 'anna bianchi example com 39 333 1',
    },
  ])
})

test('an erased lead disappears', () => {
  expect(
    rowsAfter(leads, [happened('LeadSubmitted', lead, { stream }), happened('LeadErased', {}, { stream })]),
  ).toEqual([])
})

test('a lead without its person’s key has no personal data', () => {
  const unreadable = { ...lead, name: null, email: null, phone: null }
  expect(rowsAfter(leads, [happened('LeadSubmitted', unreadable, { stream })])).toMatchObject([
    { name: null, email: null, phone: null, plan: 'starter' },
  ])
})
