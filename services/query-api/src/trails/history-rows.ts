import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { eventsIn } from '@tba/events/registry.ts'
import { namingAccount } from '@tba/events/streams.ts'
import pg from 'pg'
import { copyRows, type RowSink } from './copied-rows.ts'
import type { AccountRow, SessionRow } from './owners.ts'
import { afterAll, type Between, beforeAll } from './places.ts'
import { type Standing, type StandingRow, standingIn, standingQuery } from './standing.ts'
import type { TieRow } from './ties.ts'

/** The history as it stood at one moment: all that is asked within a snapshot is of that. */
export class HistoryRows {
  private readonly client: pg.Client
  private schema = ''
  isLost = false

  private constructor(client: pg.Client) {
    this.client = client
  }

  static async connect(connectionString: string): Promise<HistoryRows> {
    const client = new pg.Client({
      connectionString,
      application_name: 'query-api trails',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Of each piece that is copied, and of each question.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 120_000,
    })
    const rows = new HistoryRows(client)
    const onLost = () => {
      rows.isLost = true
    }
    client.on('error', onLost)
    client.on('end', onLost)
    await client.connect()
    return rows
  }

  close(): Promise<void> {
    return this.client.end()
  }

  /** The tables stay as they are for the time of `work`, and so do the checkpoint and what is parked. */
  async within<T>(work: (standing: Standing) => Promise<T>): Promise<T> {
    try {
      const standing = await this.begin()
      this.schema = pg.escapeIdentifier(standing.schema)
      const result = await work(standing)
      // Nothing was written: nobody need wait for it. What is asked next stands behind it.
      this.client.query('commit').catch(() => {})
      return result
    } catch (error) {
      // A connection that is lost has ended its transaction too.
      await this.client.query('rollback').catch(() => {})
      throw error
    }
  }

  /** In one trip over the network. */
  private async begin(): Promise<Standing> {
    const results = await this.client.query(
      `begin isolation level repeatable read, read only; ${standingQuery}`,
    )
    return standingIn((results as unknown as pg.QueryResult<StandingRow>[]).at(-1)?.rows[0])
  }

  /** At most so many rows behind one place and up to another, in their order. */
  async rows(between: Between, limit: number, sink: RowSink): Promise<void> {
    const query = `select ${columns} from ${this.schema}.history_events ${where(between)}
      order by position limit ${limit}`
    await copyRows(this.client, query, sink)
  }

  /** The facts of these kinds, however old, and the visits that they name. */
  async facts(kinds: readonly number[], upTo: PackedPosition, sink: RowSink): Promise<Carried[]> {
    const keys = kinds.filter(key => key < 0 && Number.isSafeInteger(key)).join(', ') || 'null'
    const its = `kind in (${keys}) and kind < 0 and position <= ${literal(upTo)}`
    const events = `${this.schema}.history_events`
    await copyRows(this.client, `select ${columns} from ${events} where ${its} order by position`, sink)
    return this.ask(
      `select position::text, carrier::float8 from ${this.schema}.history_marks
       where carrier is not null and position in (select position from ${events} where ${its}) order by position`,
      [],
    )
  }

  /** Of these visits' own events those whose page may name a source, which only its whole address tells. */
  async sources(streams: readonly number[], upTo: PackedPosition): Promise<[stream: number, kind: number][]> {
    return this.ask(
      `select e.stream::float8, e.kind::float8 from ${this.schema}.history_events e
       join ${this.schema}.history_kinds k on k.key = e.kind
       where e.stream = any($1::bigint[]) and e.position <= $2
         and k.type = any('{InteractionTracked,AnalyticsEventTracked}') and k.said ->> 'page' ~ '[?].*(utm_source|%)'
       order by e.position`,
      [streams, upTo],
    )
  }

  /** With what these visits began, as far as they had by a place. */
  async starts(streams: readonly number[], upTo: PackedPosition): Promise<[stream: number, kind: number][]> {
    return this.ask(
      `select stream::float8, kind::float8 from ${this.schema}.history_events
       where stream = any($1::bigint[]) and position <= $2 and kind in (
         select key from ${this.schema}.history_kinds where type = 'VisitStarted') order by position`,
      [streams, upTo],
    )
  }

  /**
   * Of each period: the first place of what may have been recorded in it, and the last one of what was before an end; all
   * that there is before the first event of all, and behind the last one.
   */
  async placesOf(
    periods: readonly { fromMs: number; toMs: number; endMs: number }[],
  ): Promise<[first: PackedPosition | null, last: PackedPosition | null][]> {
    return this.ask(
      `select
         (select case when min(h.first::text) = ends.first then '${beforeAll}' else min(h.first::text) end
          from ${this.schema}.history_hours h
          where h.hour > p."from" - interval '1 hour' and h.hour < p."to"),
         (select case when max(h.last::text) = ends.last then '${afterAll}' else max(h.last::text) end
          from ${this.schema}.history_hours h where h.hour < p."end")
       from (select min(first::text) as first, max(last::text) as last from ${this.schema}.history_hours) ends,
         unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[]) with ordinality
         as p ("from", "to", "end", place) order by place`,
      [
        periods.map(({ fromMs }) => moment(fromMs)),
        periods.map(({ toMs }) => moment(toMs)),
        periods.map(({ endMs }) => moment(endMs)),
      ],
    )
  }

  /** Events outside of the streams of the visits that they name. */
  async carried(between: Between): Promise<Carried[]> {
    return this.ask(
      `select position::text, carrier::float8 from ${this.schema}.history_marks
       ${where(between)} and carrier is not null order by position`,
      [],
    )
  }

  async kinds(keys: readonly number[]): Promise<[key: number, type: string, said: JsonObject][]> {
    if (keys.length === 0) return []
    return this.ask(
      `select key::float8, type, said from ${this.schema}.history_kinds where key = any($1::bigint[])`,
      [keys],
    )
  }

  async kindsOf(types: readonly string[]): Promise<[key: number, type: string, said: JsonObject][]> {
    return this.ask(`select key::float8, type, said from ${this.schema}.history_kinds where type = any($1)`, [
      types,
    ])
  }

  /** Where visits were said to have expired, behind this place. */
  async expiries(after: PackedPosition): Promise<PackedPosition[]> {
    const rows = await this.ask<[PackedPosition]>(
      `select position::text from ${this.schema}.history_events where kind < 0 and position > $1 and kind in (
         select key from ${this.schema}.history_kinds where type = 'VisitsExpired') order by position`,
      [after],
    )
    return rows.map(([place]) => place)
  }

  /** Those that registered behind this place. */
  async accounts(after: PackedPosition): Promise<AccountRow[]> {
    return this.ask(
      `select account::float8, "accountId"::text, "userId" from ${this.schema}.history_accounts
       where $1::uuid = '${beforeAll}' or account in (${this.saidBy(['AccountRegistered'])})`,
      [after],
    )
  }

  /** The streams whose events name their account, of which any event is behind this place. */
  async sessions(after: PackedPosition): Promise<SessionRow[]> {
    return this.ask(
      `select stream::float8, account::float8 from ${this.schema}.history_sessions
       where $1::uuid = '${beforeAll}' or stream in (${this.saidBy(typesNamingAccount)})`,
      [after],
    )
  }

  private saidBy(types: readonly string[]): string {
    return `select stream from ${this.schema}.history_events where kind < 0 and position > $1::uuid and kind in (
      select key from ${this.schema}.history_kinds where type in (${types.map(type => pg.escapeLiteral(type)).join(', ')}))`
  }

  async ties({ after, upTo }: Between): Promise<TieRow[]> {
    return this.ask(
      `select visit::float8, account::float8, "userId", position::text from ${this.schema}.history_ties
       where position > $1 and position <= $2 order by position`,
      [after, upTo],
    )
  }

  private async ask<Row extends unknown[]>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.client.query<Row>({ text, values, rowMode: 'array' })
    return rows
  }
}

/** An event that names a visit outside of that one's stream. */
export type Carried = [place: PackedPosition, visit: number]

const typesNamingAccount = namingAccount.flatMap(kind => Object.keys(eventsIn[kind]))

const columns = 'position, "recordedAt", stream, kind'

const where = ({ after, upTo }: Between) =>
  `where position > ${literal(after)} and position <= ${literal(upTo)}`

/** @throws {Error} for anything else: COPY takes no parameters */
function literal(place: PackedPosition): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(place)) throw new Error(`${place} is no place`)
  return `'${place}'::uuid`
}

/** What PostgreSQL has no time for, the log has no events of. */
const leastMs = Date.parse('0001-01-02T00:00:00Z')
const mostMs = Date.parse('9999-12-30T00:00:00Z')
const moment = (ms: number) => new Date(Math.min(Math.max(ms, leastMs), mostMs)).toISOString()
