/** What the callers saw. Times are of `performance.now()`. */

export type Kind =
  | 'register'
  | 'sign-in'
  | 'sign-out'
  | 'plan'
  | 'steps'
  | 'credentials'
  | 'profile'
  | 'upload'
  | 'picture'
  | 'forgot'
  | 'erase'
  | 'lead'
  | 'questionnaire'
  | 'consent'
  | 'track'
  | 'read-credentials'
  | 'read-profile'
  | 'read-progress'
  | 'read-session'
  | 'read-console'

/** One request and its answer. A repeat with the same key is a call of its own. */
export type Call = {
  client: string
  kind: Kind
  /** The customer who calls: the address of the account. */
  email: string | null
  /** Names the call in the log: what it writes carries this visit. */
  visit: string
  path: string
  /** Null for a picture. */
  sent: Record<string, unknown> | null
  fromMs: number
  toMs: number
  /** 0: no answer. */
  status: number
  answer: unknown
  /** X-Position: of what was written; null if nothing was. */
  position: string | null
  isStale: boolean
  /** Calls with one value were sent at once, and one of them wins. */
  race?: string
}

/** The cookies of a session that was signed out, and the calls that ended it. */
export type EndedSession = { visit: string; email: string; cookie: string }

export type Readiness = { atMs: number; name: string; status: number; body: unknown }

export type History = {
  calls: readonly Call[]
  ended: readonly EndedSession[]
  readiness: readonly Readiness[]
  /** The most processes that wanted to run, for each core (the load average of a minute). */
  loadPerCore: number
  /** What no output may show: passwords, addresses, cookies. */
  secrets: readonly string[]
}

export const password = 'segreta-di-carico'

/** How the addresses of the load end. */
export const mailDomain = 'carico.example.com'

export const isOk = ({ status }: Pick<Call, 'status'>) => status >= 200 && status < 300

/** Whether nobody knows what became of it. 409 is also the answer while the first request runs. */
export const isUnknown = ({ status }: Pick<Call, 'status'>) => status === 0 || status >= 500
