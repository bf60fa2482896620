import { columnOf, columnsOf } from '@tba/events/setup/steps.ts'
import type { Progress } from '@tba/events/setup/views.ts'
import { idOf } from '@tba/events/streams.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { type Change, table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type ProgressRow = Progress & { accountId: string; id: number; userId: number }

const rows = table<ProgressRow>('user_progress', 'accountId')

const nothingDone = {
  ...columnsOf(new Set()),
  step1_broker_link: null,
  step2_license_key: null,
  step3_screenshots: [],
  completedAt: null,
}

/** A setup starts with a plan. Before it there is no row to change. */
function changed({ stream, recordedAt }: RecordedEvent, fields: Partial<ProgressRow>): Change {
  return rows.change(idOf(stream), row => ({ ...row, ...fields, updatedAt: recordedAt }))
}

export const setupProgress: Projection = {
  name: 'setup-progress',
  version: 1,
  sql: new URL('./setup-progress.sql', import.meta.url),
  tables: [rows],
  on: {
    PlanActivated: ({ stream, data, recordedAt }) =>
      rows.put({
        ...nothingDone,
        accountId: idOf(stream),
        id: data.userId,
        userId: data.userId,
        plan: data.plan,
        deposit: data.depositEuro,
        createdAt: recordedAt,
        updatedAt: recordedAt,
      }),
    PlanChanged: event => changed(event, { plan: event.data.plan, deposit: event.data.depositEuro }),
    SetupStepCompleted: event => changed(event, { [columnOf[event.data.step]]: true }),
    SetupStepReopened: event => changed(event, { [columnOf[event.data.step]]: false, completedAt: null }),
    SetupNoted: event => {
      const { brokerLink, screenshots } = event.data
      return changed(event, {
        ...(brokerLink !== undefined && { step1_broker_link: brokerLink }),
        // Null only for an erased person, whose file names are gone too.
        ...(screenshots !== undefined && { step3_screenshots: screenshots ?? [] }),
      })
    },
    LicenceIssued: event => changed(event, { step2_license_key: event.data.licenceKey }),
    SetupCompleted: event => changed(event, { completedAt: event.recordedAt }),
    AccountErased: ({ stream }) => rows.remove(idOf(stream)),
  },
}
