import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { parseAddress, type Server } from './address.ts'
import { choose, configOf } from './choose.ts'

/** Settings of the session, by PostgreSQL's name. Times are in milliseconds. */
export type Session = Readonly<Record<string, string | number>>

export type ClientOptions = {
  /** Shown in pg_stat_activity. */
  applicationName: string
  session?: Session
  /** On connecting, unless the address says connect_timeout; 0: no limit. */
  connectMs?: number
  /** On the answer to each query, for a server that says nothing; null only where a person waits for a long answer. */
  answerMs: number | null
  /** For a connection that waits for messages: it asks every ten seconds whether the server is still there. */
  isProbed?: boolean
  pipeline?: boolean
  types?: pg.CustomTypesConfig
}

type PoolOptions = ClientOptions & { max: number; idleMs?: number }

/**
 * Not yet connected. Connecting chooses the server and sends the session's settings. A broken connection makes its next query
 * fail; it is no unhandled error.
 * @throws {AddressFault}
 */
export const createClient = (url: string, options: ClientOptions): pg.Client =>
  new SessionClient(configFor(url, options))

type Work<T> = (client: pg.Client) => Promise<T>

/** Connects for this work alone. @throws {AddressFault} what connecting and the work throw */
export async function withClient<T>(url: string, options: ClientOptions, work: Work<T>) {
  const client = createClient(url, options)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** @throws {AddressFault} */
export function createClientPool(url: string, { max, idleMs = 25_000, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...configFor(url, options),
    max,
    idleTimeoutMillis: idleMs,
    Client: SessionClient as unknown as new () => pg.ClientBase,
  })
  // A broken connection is replaced when it is needed.
  pool.on('error', () => {})
  return pool
}

/** What a server, database or role may have set otherwise, and what would change the meaning of a value or end a connection. */
const neutral: Session = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  search_path: '"$user", public',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  row_security: 'on',
  array_nulls: 'on',
  lock_timeout: 0,
  idle_session_timeout: 0,
}

/** The SQL that gives a new connection its settings. */
export function sessionStatement(session: Session = {}): string {
  const calls = Object.entries({ ...neutral, ...session }).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, false)`,
  )
  return `select ${calls.join(', ')}`
}

/** Together 30 s at most. A probe may wait behind a statement of 15 s. */
const probes = { everyMs: 10_000, question: { text: 'select', query_timeout: 20_000 } }

type Config = pg.ClientConfig & { opening: Opening }
type Opening = {
  server: () => Server | Promise<Server>
  statement: string
  limitMs: number
  isProbed: boolean
}

function configFor(url: string, options: ClientOptions): Config {
  const { applicationName, session, connectMs = 10_000, answerMs, isProbed = false } = options
  const { pipeline, types } = options
  const address = parseAddress(url)
  const limitMs = address.connectMs ?? connectMs
  return {
    ...configOf(address, address.servers[0]),
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: limitMs,
    ...(answerMs !== null && { query_timeout: answerMs }),
    ...(pipeline !== undefined && { pipeline }),
    ...(types && { types }),
    opening: {
      server: () => choose(address, limitMs),
      statement: sessionStatement(session),
      limitMs,
      isProbed,
    },
  }
}

/** A pooler in session mode refuses settings at the start of a connection, so the first statement sets them. */
class SessionClient extends pg.Client {
  readonly #opening: Opening

  constructor(config: Config) {
    super(config)
    this.#opening = config.opening
    this.on('error', () => {})
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
    const opened = this.#open()
    if (!callback) return opened
    opened.then(() => callback(null), callback)
    return undefined
  }

  async #open(): Promise<this> {
    const { server, statement, limitMs, isProbed } = this.#opening
    const chosen = server()
    // Without a choice nothing is awaited: `end` then ends what was begun.
    if (chosen instanceof Promise) {
      const { host, port, ssl } = await chosen
      Object.assign(this, { host, port, ssl })
      Object.assign(this.connection, { ssl })
      if ((this as unknown as { _ending: boolean })._ending) throw new Error('the connection was closed')
    }
    await super.connect()
    try {
      const settings = { text: statement, query_timeout: limitMs }
      await this.query(settings)
    } catch (error) {
      this.end().catch(() => {})
      throw error
    }
    if (isProbed) void this.#probe()
    return this
  }

  /** Breaks the connection if no answer comes. TCP alone proves nothing: a proxy may confirm for a dead server. */
  async #probe(): Promise<void> {
    const ended = new AbortController()
    this.once('end', () => ended.abort())
    const { everyMs, question } = probes
    while (await pause(everyMs, true, { signal: ended.signal, ref: false }).catch(() => false)) {
      // Inside a transaction it would delay the server's own time-out.
      if (this.getTransactionStatus() !== 'I') continue
      await this.query(question).catch(error => {
        if (!(error instanceof pg.DatabaseError)) this.connection.stream.destroy(error)
      })
    }
  }
}
