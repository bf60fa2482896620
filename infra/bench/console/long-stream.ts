import { randomUUID } from 'node:crypto'
import type { NewEvent } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'

/** One stream of a thousand events, to look at as a timeline. */
const length = 1_000
const visitId = 'session_1764000000000_9f3b0c1d-27a1-4c4e-8f00-1a2b3c4d5e6f'

export const longStream = {
  name: streams.visit(visitId),
  length,
  events(): NewEvent[] {
    const started = { userAgent: 'Firefox', referrer: null, address: '192.0.2.0' }
    return Array.from({ length }, (_, at) => ({
      id: randomUUID(),
      type: at === 0 ? 'VisitStarted' : 'InteractionTracked',
      data:
        at === 0
          ? started
          : {
              eventType: 'button_click',
              elementId: `faq-${at % 9}`,
              elementText: 'Quanto tempo serve?',
              page: 'https://www.example.com/',
              additionalData: null,
            },
      metadata: {
        actor: 'visitor',
        correlationId: randomUUID(),
        causationId: randomUUID(),
        schemaVersion: 1,
      },
    }))
  },
}
