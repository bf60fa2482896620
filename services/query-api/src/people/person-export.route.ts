import { failure } from '@tba/events/failure.ts'
import { exportPerson } from '@tba/events/people/commands.ts'
import { joinedPersons, membersOf } from '@tba/events/people/links.ts'
import { personPart } from '@tba/events/people/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { readLinks } from '@tba/runtime/postgres/person-links.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { rowsOfPage } from '../accounts/find-personal-data.ts'
import {
  type Held,
  heldParts,
  listsOf,
  type Page,
  type PersonalFile,
  pagesOf,
  sendFile,
  textOf,
} from '../accounts/personal-file.ts'
import { startDownload } from '../admins/exporter.ts'
import { recordPersonExport } from '../console/record-person.ts'
import { isoUtc, jsonList } from '../reads/column.ts'
import { isOpenToAdmin, type Reads } from '../reads/open-session.ts'
import { columnsOf } from '../reads/own-data.ts'
import { forms } from './person-file.ts'
import { leads, questionnaires, type Submissions } from './submissions.reads.ts'

const part = personPart.pick({ stream: true, kind: true, id: true })
type Part = z.infer<typeof part>
const answer = z.object({ known: z.array(part) })
/** As events name it. */
const asPerson = ({ kind, id }: Part) => ({ kind: kind === 'account' ? ('customer' as const) : kind, id })
const submissions = { lead: leads, questionnaire: questionnaires }
/** What administrators wrote about a request; their names are not the person’s data. */
const worked = z.object({ reason: z.string().nullable() })
const note = z.object({ at: z.iso.datetime(), text: z.string().nullable() })
const notesAfter = (id: string, after: string) => sql.type(note.extend({ position: z.string() }))`
  select ${isoUtc('at')}, "text", position from read.request_notes
  where request = ${id} and position > ${after}::text collate "C" order by position limit ${rowsOfPage}`

/** The chosen parts of a person in one file, for programs or to read. Each is recorded before the first byte is sent. */
export function personExportRoute(app: App, needs: Reads & { log: EventLog } & PersonalFile) {
  const { one, pool, log, own, onRequest } = needs
  const { parts, row, file } = heldParts(own)
  const ofAccount = file.omit({ exportedAt: true }).extend(part.shape)
  const requested = part.extend({ ...worked.shape, notes: z.array(note) })
  const ofSubmission = z.intersection(requested, z.union([leads.row, questionnaires.row]))
  const whole = z.object({
    exportedAt: z.iso.datetime(),
    person: z.uuid(),
    parts: z.array(z.union([ofAccount, ofSubmission])),
  })
  const schema = {
    tags: ['people'],
    summary: 'Le parti scelte di una persona, in un file JSON o in una pagina da leggere',
    params: personParams,
    body: exportPerson,
    response: { 200: sentAs({ 'application/json': whole, 'text/html': text }), 404: failure, 429: failure },
  }

  app.post('/api/admin/people/:id/export', { schema, onRequest }, async (request, reply) => {
    const { parts: chosen, format } = request.body
    const [person, admin] = [personId(request.params), adminOf(request)]
    const members = membersOf(joinedPersons(await readLinks(pool)), person)
    const { known } = await one(sql.type(answer)`
      select ${jsonList(sql.fragment`
        select stream, kind, id from read.person_parts
        where person = any(${sql.array([...members], 'uuid')}) and stream = any(${sql.array(chosen, 'text')})
          and position is not null order by position`)} as known
      from read.admin_sessions s
      where ${isOpenToAdmin(admin)}`)
    if (known.length < new Set(chosen).size) throw unknownPerson()
    await startDownload(admin, reply)
    await recordPersonExport(log, request, known.map(asPerson))
    const [form, page, exportedAt] = [forms[format], pagesOf(needs, admin.sub), new Date()]

    async function* fileText() {
      yield form.open({ exportedAt, person })
      let isFirst = true
      for (const part of known) {
        const held = await heldBy(page, part)
        if (!held) continue
        if (!isFirst && form.between) yield form.between
        isFirst = false
        yield* textOf(page, form, { ...held, found: { ...part, ...held.found } })
      }
      yield form.close
    }
    return sendFile(reply, { name: `persona_${person.slice(0, 8)}`, form, exportedAt, text: fileText() })
  })

  /** Null: erased meanwhile. */
  async function heldBy(page: Page, { kind, id }: Part): Promise<Held | null> {
    if (kind === 'account') {
      const [found] = await page(sql.type(row)`select ${columnsOf(parts, id)}`)
      return found?.profile ? { found, lists: listsOf({ sub: id, uid: found.profile.id }) } : null
    }
    const { columns, table, row: submission }: Submissions = submissions[kind]
    const [found] = await page(sql.type(submission)`select ${columns} from ${table} where id = ${id}`)
    const [answered] = await page(sql.type(worked)`select reason from read.requests where id = ${id}`)
    const notes = (page: Page, after: string) => page(notesAfter(id, after))
    return found ? { found: { ...found, ...answered }, lists: { notes } } : null
  }
}
