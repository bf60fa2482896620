import type { SmallDisk } from './machine.ts'

/** A product that runs for a test of faults: two of each service behind the gateway, each as a process, and their servers. */
export type World = AsyncDisposable & {
  /** The address that a browser uses. */
  gateway: string
  /** All data, letters and output of the run. It stays after a failed run. */
  folder: string
  /** The administrator of the console. */
  admin: { email: string; password: string }
  /** Direct, without a proxy: the server that takes writes now. */
  databaseUrl(): string
  /** The same for the log. It is `databaseUrl()` if both are together. */
  logUrl(): string
  /** Letters that the mail server has received whole, also those that it answered 5xx: one `*.eml` each, in the order of their names. */
  mail: string
  /** The folders in which pictures are, or S3 keeps them. */
  pictures: readonly string[]
  /** The services, behind the gateway and direct. `copy` is the analysts' folder of a query-api. */
  instances: readonly Instance[]
  /** What each instance says of itself. Status 0: no answer. */
  readyz(): Promise<Readiness[]>
  /** All output of all processes so far, without that of the servers. */
  output(): string
  /** A failover to a standby that lags, or a backup of yesterday: the log that is there now is the truth. */
  lossesPossible(): boolean
  /** For commands on its data, such as `npm run verify`. Its servers are direct. */
  env(): NodeJS.ProcessEnv
}

export type ServiceName = 'command-api' | 'projector' | 'query-api'

export type Instance = { service: ServiceName; number: number; address: string; copy?: string }

export type Readiness = { service: ServiceName; number: number; status: number; body: unknown }

export type WorldOptions = {
  arrangement?: Partial<Arrangement>
  /** An empty folder. */
  folder: string
  /** A planted bug that every service gets: its name in `planted/bugs.ts`. */
  planted?: string
}

export type Arrangement = {
  /** Log and tables each in its own PostgreSQL. */
  isApart: boolean
  /** Jobs and limits in Redis, else in PostgreSQL. */
  usesRedis: boolean
  /** Pictures in S3, else in a folder. */
  usesS3: boolean
  /** What lies on a small disk in memory. */
  smallDisk: SmallDisk | null
  /** Processes under libfaketime. */
  movesClocks: boolean
}

/** A fault that the plan contained, as it happened. Times are of `performance.now()`. */
export type HappenedFault = { kind: string; target: string; fromMs: number; toMs: number }
