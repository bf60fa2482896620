import type { ActiveBot } from '@tba/events/setup/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type BotRow = ActiveBot & { userId: number; accountId: string; position: string }

const rows = table<BotRow>('active_bots', 'id')

/** What a bot starts with. Trades are made at the broker's: nothing reports them here yet. */
const untraded = { profitToday: 0, totalProfit: 0, tradesCount: 0, successRate: 0 }

export const bots: Projection = {
  name: 'bots',
  version: 1,
  sql: new URL('./bots.sql', import.meta.url),
  tables: [rows],
  on: {
    BotActivated: ({ stream, data, position, recordedAt }) =>
      rows.put({
        ...untraded,
        id: data.botId,
        userId: data.userId,
        botType: data.botType,
        strategyName: data.strategyName,
        status: 'active',
        allocatedAmount: data.allocatedEuro,
        createdAt: recordedAt,
        updatedAt: recordedAt,
        accountId: idOf(stream),
        position,
      }),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
