import type { Recorded } from '@tba/event-store/port.ts'
import { told } from '@tba/events/history/told.ts'
import { searchedText } from '@tba/events/history/words.ts'
import { recordedMs } from '@tba/events/moment.ts'
import { accountOf, idOf, kindOf } from '@tba/events/streams.ts'
import { consentWords } from '@tba/events/tracking/consent-banner.ts'
import { pagePath } from '@tba/events/tracking/page.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { referrerHost, utmOf } from '@tba/runtime/visits/origin.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'

/** A row of the table `events` without its number: see `table.sql`. */
export type Row = ReturnType<typeof rowOf>

/** What the copy keeps of an event: nothing that is sealed. An event that this build cannot read is a row by its envelope. */
export function rowOf(recorded: Recorded) {
  const event = historyEventOf(maskEvent(recorded))
  const { stream, type, data, visitId } = event
  const kind = kindOf(stream)
  const ownVisit = kind === 'visit' ? idOf(stream) : null
  const page = textIn(data.page)
  const agent = type === 'VisitStarted' ? parseUserAgent(textIn(data.userAgent)) : null
  return {
    position: event.position,
    event_id: event.id,
    recorded_ms: recordedMs(event),
    stream,
    revision: event.revision,
    type,
    schema_version: inInteger(event.schemaVersion),
    actor: event.actor,
    correlation_id: event.correlationId,
    causation_id: event.causationId,
    visit: visitId,
    own_visit: ownVisit,
    tied_visit: visitId === ownVisit ? null : visitId,
    account: accountOf(event),
    session: kind === 'session' ? idOf(stream) : null,
    user_id: Number.isSafeInteger(data.userId) ? (data.userId as number) : null,
    page: page === null ? null : pagePath(page),
    event_type: textIn(data.eventType),
    event_name: textIn(data.eventName),
    event_label: textIn(data.eventLabel),
    element_id: textIn(data.elementId),
    element_text: textIn(data.elementText),
    is_view: type === 'InteractionTracked' && data.eventType === 'page_view',
    is_deed: type === 'InteractionTracked' && !passive.has(data.eventType) && !banner.has(data.elementText),
    said: JSON.stringify(told(type, data)),
    device: agent?.device ?? null,
    robot: agent?.robot?.reason ?? null,
    browser: agent?.browser ?? null,
    system: agent?.system ?? null,
    referrer_host: otherSite(type, { referrer: textIn(data.referrer), page }),
    source: page === null ? null : utmOf(page, 'utm_source'),
    campaign: page === null ? null : utmOf(page, 'utm_campaign'),
    words: searchedText(stream, data) || null,
    data: JSON.stringify(data),
    sealed: event.sealed.length > 0 ? JSON.stringify(event.sealed) : null,
  }
}

const passive = new Set<unknown>(['scroll', 'time_on_page'])
const banner = new Set<unknown>(Object.values(consentWords))

/** A page that was loaded from another one of this site names that one as its referrer: nothing led here from there. */
function otherSite(type: string, { referrer, page }: { referrer: string | null; page: string | null }) {
  if (type !== 'VisitStarted' && type !== 'InteractionTracked') return null
  const host = referrerHost(referrer)
  return host === referrerHost(page) ? null : host
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Damaged metadata may say any number. */
const inInteger = (value: number) => (value >= 0 && value < 2 ** 31 ? value : 0)
