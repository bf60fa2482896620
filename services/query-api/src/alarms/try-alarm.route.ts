import { trialAlarm } from '@tba/events/alarms/definition.ts'
import { alarmTrial } from '@tba/events/alarms/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type CopyRouteDeps, copyRoute } from '../analytics/copy-route.ts'
import { tryAlarm } from './count-alarm.ts'

/** When an alarm would have sounded, before it is saved. */
export function tryAlarmRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)
  const summary = 'Quando un avviso avrebbe suonato negli ultimi 90 giorni'
  const schema = describe(summary, alarmTrial, { body: trialAlarm })
  app.post('/api/admin/alarms/try', { schema, ...guarded }, request => {
    const { name: _, ...definition } = request.body
    return ask(request, tryAlarm, { definition, nowMs: Date.now() })
  })
}
