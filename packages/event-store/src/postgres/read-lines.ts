import type { LineForm, LinePage, ReadLinesOptions } from '../port.ts'
import { copiedColumns } from './copied-row.ts'
import { copyRows } from './copy-rows.ts'
import { type Plan, planOf } from './line-plan.ts'
import { LineWriter } from './line-writer.ts'
import { logStart, type Place, placeOf, tokenOf } from './place.ts'
import type { Log } from './read-page.ts'

/** Of rows; the first page is small, as is one after a page of great events. */
const pages = { first: 500, most: 8_000, bytes: 8 * 1024 * 1024 }

const firstRoom = 1 << 18

type Read = LinePage & { place: Place; more: boolean }

/**
 * Page by page, each made into lines while PostgreSQL sends it. The next one is asked for once this one was taken, so that
 * a reader who pauses leaves no statement under way.
 */
export async function* readLines(
  log: Log,
  { after, upTo, form }: ReadLinesOptions,
): AsyncGenerator<LinePage> {
  const last = placeOf(log.generation, upTo)
  let place = after === undefined ? logStart : placeOf(log.generation, after)
  const read = await pageReader(log, form)
  let asked = pages.first
  for (;;) {
    const page = await read({ place, last, asked })
    if (page === null) return
    yield page
    if (!page.more) return
    asked = page.events < asked ? page.events : Math.min(2 * asked, pages.most)
    place = page.place
  }
}

type Stretch = { place: Place; last: Place; asked: number }

async function pageReader(log: Log, form: LineForm) {
  const shapes = await log.shapes.of([])
  const plans = new Map<number, Plan | null>()
  let room = firstRoom

  /** A shape that the log is still to be asked for has none. */
  function planFor(id: number): Plan | null | undefined {
    const found = plans.get(id)
    if (found !== undefined) return found
    const shape = shapes.get(id)
    if (!shape) return undefined
    const plan = planOf(shape, form)
    plans.set(id, plan)
    return plan
  }

  return async function read(stretch: Stretch): Promise<Read | null> {
    const writer = new LineWriter(form, { generation: log.generation, room })
    let [events, isCut] = [0, false]
    let unheard: number | null = null
    await log.connections.use(client =>
      copyRows(client, copyPage(stretch), chunk => {
        if (isCut) return
        const shape = writer.begin(chunk)
        if (shape === null) return
        const plan = planFor(shape)
        if (plan === undefined) unheard = shape
        isCut = plan === undefined || writer.out.length >= pages.bytes
        if (plan === undefined || isCut) return
        writer.add(plan, shapes.get(shape))
        events += 1
        writer.keepPlace()
      }),
    )
    if (unheard !== null) {
      await log.shapes.of([unheard])
      // One that the log has lost: what is left of its events is told one by one.
      if (!shapes.has(unheard)) plans.set(unheard, null)
      if (events === 0) return read(stretch)
    }
    if (events === 0) return null
    const { lines, out } = writer
    const place = writer.place()
    // The next page will be about as long, and is not to be moved while it grows.
    room = Math.ceil(out.length * 1.25) + firstRoom
    const more = isCut || events === stretch.asked
    return { text: out.written(), lines, events, last: tokenOf(log.generation, place), place, more }
  }
}

/** Gated like read-log.forwards.sql. COPY takes no parameters: these are numbers. */
const copyPage = ({ place, last, asked }: Stretch) => `copy (
  select ${copiedColumns} from log.records
  where (xid, position) > ('${place.xid}'::xid8, ${place.position}) and (xid, position) <= ('${last.xid}'::xid8, ${last.position})
    and xid < pg_snapshot_xmin(pg_current_snapshot())
  order by xid, position limit ${asked}
) to stdout (format binary)`
