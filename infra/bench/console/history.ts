import type { Position } from '@tba/event-store/port.ts'
import { placeCursor } from '@tba/query-api/history/querystring.ts'
import { at, type Kind, line, measure, median, rounds } from './calls.ts'
import type { Running } from './product.ts'

const reachMs = 20
const wordsReachMs = 150
const mostSlower = 1.5
const pages = 4

/** The history with one filter each, at both ends and deep; and words within a week. */
export async function measureHistory(running: Running): Promise<void> {
  const filters = await filtersOf(running)
  const depths = await depthsOf(running)
  const kinds: Kind[] = []
  const pairs: [first: Kind, deep: Kind][] = []
  for (const [name, filter] of filters) {
    for (const order of ['desc', 'asc']) {
      const path = `/api/admin/events?order=${order}${filter}`
      const first = { name: `${name}, ${order}`, paths: Array(pages).fill(path), reachMs, times: [] }
      const deep = {
        ...{ name: `${name}, ${order}, deep`, reachMs, times: [] },
        paths: depths[order as 'asc' | 'desc'].map(cursor => `${path}&cursor=${cursor}`),
      }
      kinds.push(first, deep)
      pairs.push([first, deep])
    }
  }
  const words = await wordsOf(running)
  kinds.push(...words)
  await measure(running, kinds)
  console.log(`History, pages of 50, medians of ${rounds} rounds of ${pages} calls:`)
  for (const kind of kinds) console.log(line(kind))
  for (const [first, deep] of pairs) {
    const ratio = median(deep.times) / median(first.times)
    if (ratio > mostSlower)
      console.log(`${deep.name}: ${ratio.toFixed(2)} times the first page  (at most ${mostSlower})  MISSED`)
  }
  const ratios = pairs.map(([first, deep]) => median(deep.times) / median(first.times))
  console.log(`deep / first: median ${median(ratios).toFixed(2)}, most ${at(ratios, 1).toFixed(2)}`)
}

async function filtersOf({ query }: Running): Promise<[string, string][]> {
  const [visit] = await query<{ stream: string; correlation: string }>(`
    select stream, metadata ->> 'correlationId' as correlation from log.events
    where stream like 'visit-session_%' order by xid, position offset 1000 limit 1`)
  const [account] = await query<{ stream: string }>(
    `select stream from log.events where stream like 'setup-%' limit 1`,
  )
  const [span] = await query<{ from: string; to: string }>(`
    select to_char(max(recorded_at) - interval '20 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
      to_char(max(recorded_at) - interval '19 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to from log.events`)
  const visitId = visit?.stream.slice('visit-'.length)
  return [
    ['no filter', ''],
    ['the commonest type', '&type=InteractionTracked'],
    ['a type of a thousand events', '&type=PlanActivated'],
    ['a rare type', '&type=MeasurementIdChanged'],
    ['two types', '&type=LeadSubmitted&type=QuestionnaireSubmitted'],
    ['a visit’s stream', `&stream=${visit?.stream}`],
    ['a setup’s stream', `&stream=${account?.stream}`],
    ['streams of visits', '&stream=visit-*'],
    ['streams of leads', '&stream=lead-*'],
    ['a visit', `&visit=${visitId}`],
    ['an actor', '&actor=demo'],
    ['an actor who did nothing', '&actor=customer%3Anobody'],
    ['a request', `&correlation=${visit?.correlation}`],
    ['a day', `&from=${span?.from}&to=${span?.to}`],
  ]
}

/** Cursors at nine tenths of the log and behind, from either end. */
async function depthsOf({ query, address, token }: Running) {
  const page = await fetch(`${address}/api/admin/events?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { head } = (await page.json()) as { head: Position }
  const generation = head.slice(0, 8)
  const [counted] = await query<{ count: string }>('select count(*) from log.events')
  const count = Number(counted?.count)
  const placeAt = async (share: number) => {
    const before = Math.floor(count * share)
    const [row] = await query<{ xid: string; number: string }>(
      `select lpad(to_hex(xid::text::bigint), 16, '0') as xid, lpad(to_hex(position), 16, '0') as number
        from log.events order by log.events.xid, log.events.position offset $1 limit 1`,
      [before],
    )
    const position = `${generation}-${row?.xid}-${row?.number}` as Position
    return placeCursor({ position, seq: before + 1 }) ?? ''
  }
  const shares = Array.from({ length: pages }, (_, page) => 0.9 + 0.02 * page)
  const places = { asc: [] as string[], desc: [] as string[] }
  for (const share of shares) {
    places.asc.push(await placeAt(share))
    places.desc.push(await placeAt(1 - share))
  }
  return places
}

async function wordsOf({ query }: Running): Promise<Kind[]> {
  const [week] = await query<{ from: string; to: string }>(`
    select to_char(max(recorded_at) - interval '14 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
      to_char(max(recorded_at) - interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to from log.events`)
  const words = [
    'strategies',
    'inizia',
    'inizia ora',
    'perdere capitale',
    'newsletter strategies',
    'nessunacosa',
  ]
  return words.map(said => ({
    name: `words in a week: ${said}`,
    paths: Array(pages).fill(
      `/api/admin/events?from=${week?.from}&to=${week?.to}&q=${encodeURIComponent(said)}`,
    ),
    reachMs: wordsReachMs,
    times: [],
  }))
}
