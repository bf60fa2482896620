import { alarmDefinition } from '@tba/events/alarms/definition.ts'
import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { EventOf } from '../../engine/projection.ts'
import { alarmLetter } from '../../mail/alarm.letters.ts'
import type { PolicyDeps } from '../deps.ts'

type Deps = Pick<PolicyDeps, 'log' | 'mailer' | 'notifyEmail' | 'pool' | 'publicUrl'>
const emailRow = sql.type(z.object({ email: z.string() }))

/** To the account that saved the alarm last; without it to where requests are reported. Nothing for one that was deleted. */
export async function sendAlarm(deps: Deps, { id, stream, data }: EventOf<'AlarmJudged'>): Promise<void> {
  const { log, mailer, notifyEmail, pool, publicUrl } = deps
  const { state } = await load(log, 'alarm', idOf(stream))
  if (data.letter === null || typeof state !== 'object') return
  const owner = await pool.maybeOneFirst(emailRow`
    select email from read.alarms join read.admin_users account on "savedBy" = 'admin:' || account.id
    where alarms.id = ${idOf(stream)} and account.state <> 'ended'`)
  const to = owner ?? notifyEmail
  if (!to) return
  const { name } = state
  const definition = alarmDefinition.parse(state.definition)
  const link = `${publicUrl}/admin/alarms`
  await mailer.send(id, alarmLetter({ to, name, definition, judged: { ...data, letter: data.letter }, link }))
}
