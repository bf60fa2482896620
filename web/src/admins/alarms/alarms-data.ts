import type { AlarmDefinition } from '@tba/events/alarms/definition.ts'
import { alarmTrial, alarmViews } from '@tba/events/alarms/views.ts'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { consoleCommand } from '../api/calls.ts'
import { askQuestion } from '../api/long-questions.ts'
import { usePolling } from '../api/reads.ts'

const path = '/api/admin/alarms'
const pollMs = 15_000

/** At most 200, the last saved first. */
export const useAlarms = () => usePolling(`${path}?limit=200`, alarmViews, pollMs)

/** When it would have sounded. A new definition cancels the running count; null asks nothing. */
export function useTrial(definition: AlarmDefinition | null) {
  const body = definition && JSON.stringify(definition)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  return useSWR(
    body === null ? null : ['try', body],
    async () => {
      running.current?.abort()
      running.current = new AbortController()
      return alarmTrial.parse(await askQuestion(`${path}/try`, body, running.current.signal))
    },
    { shouldRetryOnError: false },
  )
}

/** `id` null: a new one. */
export const saveAlarm = (id: string | null, alarm: AlarmDefinition & { name: string }) =>
  id === null ? consoleCommand('POST', path, alarm) : consoleCommand('PUT', `${path}/${id}`, alarm)

export const snoozeAlarm = (id: string, until: string) =>
  consoleCommand('POST', `${path}/${id}/snooze`, { until })

export const deleteAlarm = (id: string) => consoleCommand('DELETE', `${path}/${id}`, undefined)
