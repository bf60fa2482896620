import { asOf } from '@tba/events/funnels/definition.ts'
import { momentMs } from '@tba/events/moment.ts'
import { joinedPersons, membersOf } from '@tba/events/people/links.ts'
import { type PersonPart, personDetail, personPart } from '@tba/events/people/views.ts'
import { idOf, streams } from '@tba/events/streams.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { type PersonLink, readLinks } from '@tba/runtime/postgres/person-links.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type CopyRouteDeps, copyRoute } from '../analytics/copy-route.ts'
import { cursorOf, keyIn, keyset } from '../console/keyset.ts'
import { maskFor } from '../console/mask-for.ts'
import { recordView } from '../console/record-person.ts'
import { pageEndKey } from '../history/querystring.ts'
import { isoUtc, jsonList } from '../reads/column.ts'
import { isOpenToAdmin } from '../reads/open-session.ts'
import { findPersonHistory, findPosition } from './find-history.ts'

const querystring = z.strictObject({ ...keyset, asOf, at: momentMs('Data non valida').optional() })

/** Each lead, questionnaire and account leads to its person. */
const streamsNamed = (id: string) => [streams.lead(id), streams.questionnaire(id), streams.account(id)]
const ofPart = z.object({ person: z.string() })

const maxParts = 500
const maxMaybe = 20

const part = personPart.omit({ rule: true, joined: true, states: true }).extend({ person: z.string() })
const answer = z.object({
  parts: z.array(part),
  maybe: z.array(z.object({ person: z.string() })),
  admins: z.array(z.object({ id: z.uuid(), email: z.string().nullable() })),
})

/** One person with all that is recorded, at any position. Each part that is shown is recorded first, as a look at it. */
export function personRoute(app: App, { log, ...asks }: CopyRouteDeps & { log: EventLog }) {
  const { ask, describe, onRequest } = copyRoute(asks)
  const summary = 'Una persona: le sue parti, e la sua storia nell’ordine del registro'
  const schema = {
    ...describe(summary, personDetail, { params: personParams, querystring }),
    tags: ['people'],
  }

  app.get('/api/admin/people/:id', { schema, onRequest }, async request => {
    const { asOf: position, at, cursor, limit } = request.query
    if (position && at !== undefined) throw new HttpFailure(400, 'Una posizione o una data, non entrambe')
    const isPast = position !== undefined || at !== undefined
    const end = isPast ? await ask(request, findPosition, { asOf: position, at }) : undefined
    if (end === null) throw unknownPerson()
    const links = await readLinks(asks.pool)
    const joined = joinedPersons(links.filter(link => end === undefined || link.position <= end))
    const asked = personId(request.params)
    const [of] = await asks.pool.any(sql.type(ofPart)`
      select person from read.person_parts
      where stream = any(${sql.array(streamsNamed(asked), 'text')}) and person is not null`)
    const members = membersOf(joined, of?.person ?? asked)
    const [id = ''] = members
    const { parts, maybe, admins } = await asks.one(sql.type(answer)`
      with parts as (
        select * from read.person_parts
        where person = any(${sql.array([...members], 'uuid')}) and position <= coalesce(${end ?? null}, position)
        order by position desc limit ${maxParts})
      select ${jsonList(sql.fragment`
          select stream, kind, id, person, nullif(concat_ws(' ', name, surname), '') as name, email, phone, dial,
            "userId", ${isoUtc('lastAt')} from parts order by position`)} as parts,
        ${jsonList(sql.fragment`
          select distinct person from read.person_parts
          where dial in (select dial from parts) and person <> all(${sql.array([...members], 'uuid')})
            and position is not null limit ${maxMaybe}`)} as maybe,
        ${jsonList(sql.fragment`select id, email from read.admin_users`)} as admins
      from read.admin_sessions s
      where ${isOpenToAdmin(adminOf(request))}`)
    if (parts.length === 0) throw unknownPerson()
    const accounts = parts.filter(({ kind }) => kind === 'account').map(({ id }) => id)
    const { events, next, states, activity } = await ask(request, findPersonHistory, {
      accounts,
      asOf: end,
      limit,
      after: keyIn(cursor, pageEndKey),
      streams: [
        ...parts.map(({ stream }) => stream),
        ...parts.map(({ kind, id }) => (kind === 'account' ? streams.setup(id) : streams.request(id))),
      ],
    })
    const looked = parts.map(({ kind, id }) => ({
      kind: kind === 'account' ? ('customer' as const) : kind,
      id,
    }))
    await Promise.all(looked.map(person => recordView(log, request, person)))

    const changeOf = joined.get(id)
    const shown = parts.map(({ person, ...part }): PersonPart => {
      const acted = activity.find(({ account }) => account === part.id)
      const change = person === id ? undefined : changeOf?.get(person)
      return {
        ...part,
        lastAt: isPast && acted ? new Date(acted.ms).toISOString() : part.lastAt,
        rule: change ? 'joined' : 'address',
        joined: change ? { at: new Date(change.at).toISOString(), admin: byWhom(change, admins) } : null,
        states: states.filter(({ stream }) => idOf(stream) === part.id),
      }
    })
    const others = new Set(maybe.map(({ person }) => membersOf(joined, person)[0] ?? person))
    return {
      id,
      parts: maskFor(request, shown),
      history: { events, next: next && cursorOf(next) },
      maybe: [...others].map(id => ({ id, reason: 'phone' as const })),
    }
  })
}

const byWhom = ({ admin }: PersonLink, admins: z.infer<typeof answer>['admins']) =>
  admin === null ? null : { id: admin, email: admins.find(({ id }) => id === admin)?.email ?? null }
