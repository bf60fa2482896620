import type { StoredEvent } from '@tba/event-store/port.ts'
import { searchedText } from '@tba/events/history/words.ts'
import { recordedMs } from '@tba/events/moment.ts'
import { accountOf, categoryOf, idOf } from '@tba/events/streams.ts'
import { bannerWords, passiveTypes } from '@tba/events/tracking/interaction-type.ts'
import { pagePath, referrerHost, utmOf } from '@tba/events/tracking/page.ts'
import { personHashOf, personIdOf } from '@tba/runtime/email-hash.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { sourceOfReferrer, sourceOfUtm } from '@tba/runtime/visits/source-name.ts'
import { parseUserAgent } from '@tba/runtime/visits/user-agent.ts'
import { attributesOf } from './indexed-fields.ts'

/** The host of this site as `referrerHost` gives it; null: not known. Its own pages are no sources. */
export type Site = { siteHost: string | null }

/** A row of the table `events` without its number: see `table.sql`. */
export type Row = ReturnType<typeof rowOf>

/** The unsealed content of an event. If this build cannot read it, only its envelope. */
export function rowOf(recorded: StoredEvent, { siteHost }: Site) {
  const event = historyEventOf(maskEvent(recorded))
  const { stream, type, data, visitId } = event
  const ownVisit = categoryOf(stream) === 'visit' ? idOf(stream) : null
  const otherVisit = visitId === ownVisit ? null : visitId
  const page = stringOrNull(data.page)
  const utmSource = page === null ? null : utmOf(page, 'utm_source')
  const agent = type === 'VisitStarted' ? parseUserAgent(stringOrNull(data.userAgent)) : null
  return {
    position: event.position,
    event_id: event.id,
    recorded_ms: recordedMs(event),
    stream,
    revision: event.revision,
    type,
    schema_version: toInteger(event.schemaVersion),
    actor: event.actor,
    ...correlationColumns(event.correlationId),
    causation_id: event.causationId,
    own_visit: ownVisit,
    names_own_visit: ownVisit !== null && visitId === ownVisit,
    visit: otherVisit,
    tied_visit: otherVisit,
    account: accountOf(event),
    person: personIdOf(personHashOf(event)),
    session: stringOrNull(recorded.metadata?.sessionId),
    user_id: Number.isSafeInteger(data.userId) ? (data.userId as number) : null,
    page: page === null ? null : pagePath(page),
    page_host: referrerHost(page),
    event_type: stringOrNull(data.eventType),
    event_name: stringOrNull(data.eventName),
    event_label: stringOrNull(data.eventLabel),
    element_id: stringOrNull(data.elementId),
    element_text: stringOrNull(data.elementText),
    is_view: type === 'InteractionTracked' && data.eventType === 'page_view',
    is_action:
      type === 'InteractionTracked' &&
      !passiveTypes.includes(data.eventType) &&
      !bannerWords.includes(stringOrNull(data.elementText) ?? ''),
    attributes: JSON.stringify(attributesOf(type, data)),
    device: agent?.device ?? null,
    robot: agent?.robot?.reason ?? null,
    browser: agent?.browser ?? null,
    system: agent?.system ?? null,
    language: type === 'VisitStarted' ? stringOrNull(data.language) : null,
    ...referrerColumns(type, { referrer: stringOrNull(data.referrer), page, siteHost }),
    source: utmSource && sourceOfUtm(utmSource),
    campaign: page === null ? null : utmOf(page, 'utm_campaign'),
    words: searchedText(stream, data) || null,
    data: JSON.stringify(data),
    sealed: event.sealed.length > 0 ? JSON.stringify(event.sealed) : null,
  }
}

const lowerCaseUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The two columns of a correlation id. A UUID in capital letters is a text: it has to come out as it went in. */
export const correlationColumns = (id: string) =>
  lowerCaseUuid.test(id)
    ? { correlation_uuid: id, correlation_text: null }
    : { correlation_uuid: null, correlation_text: id }

type Referred = Site & { referrer: string | null; page: string | null }

/** The other site that linked here, by its host and by its name. This site itself is none. */
function referrerColumns(type: string, { referrer, page, siteHost }: Referred) {
  const isLinked = type === 'VisitStarted' || type === 'InteractionTracked'
  const host = isLinked ? referrerHost(referrer) : null
  const isOwn = host === null || host === siteHost || host === referrerHost(page)
  return isOwn
    ? { referrer_host: null, referrer_name: null }
    : { referrer_host: host, referrer_name: sourceOfReferrer(referrer) }
}

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Damaged metadata can hold any number. */
const toInteger = (value: number) => (value >= 0 && value < 2 ** 31 ? value : 0)
