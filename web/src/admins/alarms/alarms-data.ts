import type { AlarmDefinition } from '@tba/events/alarms/definition.ts'
import { alarmTrial, alarmViews } from '@tba/events/alarms/views.ts'
import { consoleCommand } from '../api/calls.ts'
import { usePolling, useQuestion } from '../api/reads.ts'
import { savedAt } from '../api/saved.ts'

const path = '/api/admin/alarms'
const pollMs = 15_000

/** At most 200, the last saved first. */
export const useAlarms = () => usePolling(`${path}?limit=200`, alarmViews, pollMs)

/** When it would have sounded. */
export const useTrial = (definition: AlarmDefinition | null) =>
  useQuestion(`${path}/try`, definition, alarmTrial)

export const { save: saveAlarm, remove: deleteAlarm } = savedAt<AlarmDefinition & { name: string }>(path)

export const snoozeAlarm = (id: string, until: string) =>
  consoleCommand('POST', `${path}/${id}/snooze`, { until })
