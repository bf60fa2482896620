/** Whose the streams of a kind are. */
export type Owner = 'customer' | 'visit' | 'administrator' | 'nobody'

/**
 * What the streams of a kind are called, and whose they are. The part of a name before the first dash is the kind, what
 * follows it the id. Whatever counts, shows, seals or erases what a customer does goes by the owner that is said here.
 * The person of a stream is the id in its name; with `personIn`, the one in this field of each event in it.
 */
export const streams = {
  account: of('customer', (accountId: string) => `account-${accountId}`),
  /** An address outlives the account that claims it. */
  email: of('nobody', (keyedHash: string) => `email-${keyedHash}`),
  session: of('customer', (sessionId: string) => `session-${sessionId}`, { personIn: 'accountId' }),
  setup: of('customer', (accountId: string) => `setup-${accountId}`),
  /** Whoever left it has no account, and its address proves none. */
  lead: of('nobody', (leadId: string) => `lead-${leadId}`),
  questionnaire: of('nobody', (questionnaireId: string) => `questionnaire-${questionnaireId}`),
  visit: of('visit', (visitId: string) => `visit-${visitId}`),
  /** What is done to visits as a whole. */
  tracking: of('nobody', () => 'tracking'),
  /** All accounts of the console. */
  administrators: of('administrator', () => 'administrators', { personIn: 'adminId' }),
  admin: of('administrator', (adminId: string) => `admin-${adminId}`),
  adminSession: of('administrator', (sessionId: string) => `adminSession-${sessionId}`),
  settings: of('administrator', (name: 'analytics') => `settings-${name}`),
  /** An export by a download link, which works once. */
  exportTicket: of('administrator', (ticketId: string) => `exportTicket-${ticketId}`),
  /** A funnel that administrators saved. */
  funnel: of('administrator', (funnelId: string) => `funnel-${funnelId}`),
  historyView: of('administrator', (viewId: string) => `historyView-${viewId}`),
  /** A part of the log, played again. */
  replay: of('administrator', (replayId: string) => `replay-${replayId}`),
  /** What administrators want of a projection. */
  projection: of('administrator', (name: string) => `projection-${name}`),
}

type Naming = (id: never) => string
type Options = { personIn?: 'accountId' | 'adminId' }

function of<const O extends Owner, N extends Naming>(owner: O, name: N, { personIn }: Options = {}) {
  return Object.assign(name, { owner, personIn: personIn ?? null })
}

export type StreamKind = keyof typeof streams
/** The kinds of streams with this owner. */
export type KindsOf<O extends Owner> = {
  [K in StreamKind]: (typeof streams)[K]['owner'] extends O ? K : never
}[StreamKind]

export function kindsOf<O extends Owner>(owner: O): KindsOf<O>[] {
  const kinds = Object.keys(streams) as StreamKind[]
  return kinds.filter((kind): kind is KindsOf<O> => streams[kind].owner === owner)
}

export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** Null: a kind that this build does not know. */
export function kindOf(stream: string): StreamKind | null {
  const [kind = ''] = stream.split('-', 1)
  return Object.hasOwn(streams, kind) ? (kind as StreamKind) : null
}

/** The account whose stream an event stands in; null: no customer's, or the event is too damaged to say. */
export function accountOf(event: { stream: string; data?: unknown }): string | null {
  const kind = kindOf(event.stream)
  return kind !== null && streams[kind].owner === 'customer' ? namedBy(event, kind) : null
}

/** Whom the personal data in an event are about: who is named by its data, or meant by the id in the stream's name. */
export function personOf(event: { stream: string; data?: unknown }): string {
  const kind = kindOf(event.stream)
  return (kind && namedBy(event, kind)) ?? idOf(event.stream)
}

function namedBy({ stream, data }: { stream: string; data?: unknown }, kind: StreamKind): string | null {
  const { personIn } = streams[kind]
  if (personIn === null) return idOf(stream)
  const said = (data as Record<string, unknown> | null | undefined)?.[personIn]
  return typeof said === 'string' ? said : null
}

/** The kinds of streams that are named by a customer's account. */
export const namedByAccount = kindsOf('customer').filter(kind => streams[kind].personIn === null)
/** The kinds of streams in which each event names a customer's account. */
export const namingAccount = kindsOf('customer').filter(kind => streams[kind].personIn !== null)
