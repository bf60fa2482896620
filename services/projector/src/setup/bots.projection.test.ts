import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { rowsAfter } from '../testing/rows-after.ts'
import { bots } from './bots.projection.ts'

const accountId = 'aaaaaaaa-0000-4000-8000-000000000001'
const stream = streams.setup(accountId)
const botId = '11111111-0000-4000-8000-000000000000'

test('an activated bot is active, with its capital and no trades', () => {
  const event = happened(
    'BotActivated',
    { botId, userId: 7, botType: 'scalping', strategyName: 'Scalping Bot', allocatedEuro: 500 },
    { stream },
  )
  expect(rowsAfter(bots, [event])).toEqual([
    {
      id: botId,
      userId: 7,
      accountId,
      botType: 'scalping',
      strategyName: 'Scalping Bot',
      status: 'active',
      allocatedAmount: 500,
      profitToday: 0,
      totalProfit: 0,
      tradesCount: 0,
      successRate: 0,
      createdAt: event.recordedAt,
      updatedAt: event.recordedAt,
      position: event.position,
    },
  ])
})
