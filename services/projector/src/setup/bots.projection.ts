import { type StartedBot, startedBot } from '@tba/events/setup/views.ts'
import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type BotRow = StartedBot & { userId: number; accountId: string; position: string }

const rows = table<BotRow>('active_bots', 'id')

export const bots: Projection = {
  name: 'bots',
  version: 1,
  sql: new URL('./bots.sql', import.meta.url),
  tables: [rows],
  on: {
    BotActivated: ({ stream, data, position, recordedAt }) =>
      rows.put({
        ...startedBot(data, recordedAt),
        userId: data.userId,
        accountId: idOf(stream),
        position,
      }),
    AccountErased: ({ stream }) => rows.erase('accountId', idOf(stream)),
  },
}
