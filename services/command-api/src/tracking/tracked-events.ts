import type { TrackAnalytics, TrackInteraction } from '@tba/events/tracking/commands.ts'
import type { VisitEvent } from '@tba/events/tracking/events.ts'
import { withoutPersonalQuery } from '@tba/events/tracking/page.ts'
import { truncatedAddress } from '@tba/runtime/http/limits/address.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { eventIdOf } from './track.ts'

/** What all events of a visit have in common, as its first request says it. */
export function visitStarted(
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  { userAgent, referrer }: { userAgent?: Text; referrer?: Text } = {},
): Extract<VisitEvent, { type: 'VisitStarted' }> {
  return {
    type: 'VisitStarted',
    data: {
      userAgent: (userAgent ?? request.headers['user-agent'] ?? '').slice(0, 1024) || null,
      referrer: referrer ? withoutPersonalQuery(referrer) : null,
      address: truncatedAddress(request.ip) || null,
      language: preferredLanguage(request.headers['accept-language']),
    },
  }
}

type Text = string | null | undefined

/** The first of the browser's languages, like `it-IT`. */
const preferredLanguage = (accepted = '') =>
  /^ *([a-z]{2,8}(?:-[a-z\d]{1,8}){0,3}) *(?:[,;]|$)/i.exec(accepted)?.[1] ?? null

export function interactionTracked(body: TrackInteraction): EventToRecord {
  const { eventType, elementId = null, elementText = null, page, additionalData = null } = body
  const { userAgent, referrer } = body
  if (eventType === 'error') return pageFailed(body)
  return {
    id: eventIdOf(body.sessionId, body.clientId),
    type: 'InteractionTracked',
    data: {
      eventType,
      elementId,
      elementText,
      page: withoutPersonalQuery(page),
      additionalData,
      ...(userAgent && { userAgent }),
      ...(referrer && { referrer: withoutPersonalQuery(referrer) }),
    },
  }
}

/** An error of the browser: its kind, script and line. A message could hold what was typed. */
function pageFailed({ sessionId, clientId, page, additionalData }: TrackInteraction): EventToRecord {
  const { kind, script, line } = additionalData ?? {}
  return {
    id: eventIdOf(sessionId, clientId),
    type: 'InteractionTracked',
    data: {
      eventType: 'error',
      elementId: null,
      elementText: null,
      page: withoutPersonalQuery(page),
      additionalData: {
        kind: /^\w{1,40}$/.test(String(kind)) ? String(kind) : 'Error',
        script: /^\/[\w./-]*$/.test(String(script)) ? String(script) : null,
        line: Number.isInteger(line) ? Number(line) : null,
      },
    },
  }
}

/** @param userId the signed-in customer's, where the visitor consented; else null */
export function analyticsEventTracked(body: TrackAnalytics, userId: number | null): EventToRecord {
  const { eventName, eventCategory = null, eventLabel = null, eventValue = null, page } = body
  return {
    id: eventIdOf(body.sessionId, body.clientId),
    type: 'AnalyticsEventTracked',
    data: { eventName, eventCategory, eventLabel, eventValue, page: withoutPersonalQuery(page), userId },
  }
}
