import { callerOf } from './caller.ts'

type SendCall = (path: string, body: object) => Promise<void>

function sender(url: string): SendCall {
  const { call } = callerOf(url)
  return async (path, body) => {
    const { status, text } = await call('POST', path, body)
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  }
}

const people = [
  { name: 'Anna Bianchi', contactMethod: 'whatsapp', additionalInfo: 'Chiamatemi dopo le 18' },
  {
    name: 'Pier Maria Dell’Acqua-Santangelo Supercalifragilistichespiralidosissimamente',
    contactMethod: 'call',
    additionalInfo:
      'Vorrei sapere quanto tempo ci vuole per ritirare il denaro, e se il bot si può fermare da un telefono mentre lavora.',
  },
]

/** Two questionnaires, a lead, and a visit with several pages. */
export async function sendSamples(url: string): Promise<void> {
  const send = sender(url)
  for (const [at, person] of people.entries()) {
    await send('/api/questionnaire', {
      ...person,
      email: `persona${at}@example.com`,
      phoneNumber: '333 1234567',
      countryCode: '+39',
      age: '36-45',
      occupation: 'Architetta',
      investmentGoal: 'apprendimento',
      riskTolerance: 'media',
      timeframe: 'mese',
      investmentAmount: '1000-3000',
      tradingExperience: 'nessuna',
    })
  }
  await send('/api/leads', { name: 'Anna', email: 'anna@example.com', plan: 'starter', deposit: '500' })
  await visit(send, url)
}

async function visit(send: SendCall, url: string): Promise<void> {
  const sessionId = `session_${Date.now()}_raccolta`
  const common = { sessionId, page: `${url}/?utm_source=giornale` }
  const interaction = (eventType: string, more = {}) => ({
    kind: 'interaction',
    clientId: crypto.randomUUID(),
    ...common,
    eventType,
    ...more,
  })
  const analytics = (eventName: string, eventCategory: string, eventLabel: string | null) => ({
    kind: 'analytics',
    clientId: crypto.randomUUID(),
    ...common,
    eventName,
    eventCategory,
    eventLabel,
  })
  await send('/api/tracking/batch', {
    events: [
      interaction('page_view'),
      analytics('page_view', 'navigation', '/'),
      interaction('button_click', { elementText: 'Inizia Ora' }),
      analytics('button_click', 'header', 'Inizia Ora'),
      interaction('scroll', { additionalData: { percent: 50 } }),
      interaction('button_click', { elementId: 'contact-form' }),
      interaction('prova_di_altri'),
      analytics('prova_di_altri', 'altri', null),
      interaction('time_on_page', { additionalData: { seconds: 61 } }),
    ],
  })
}

/** One visit with more interactions and analytics events than the console lists. */
export async function sendManySamples(url: string, count: number): Promise<void> {
  const send = sender(url)
  const sessionId = `session_${Date.now()}_molte`
  for (let sent = 0; sent < count; sent += 25) {
    const events = Array.from({ length: 25 }, (_, at) => {
      const common = { clientId: crypto.randomUUID(), sessionId, page: `${url}/${sent + at}` }
      return [
        { ...common, kind: 'interaction', eventType: 'page_view' },
        {
          ...common,
          clientId: crypto.randomUUID(),
          kind: 'analytics',
          eventName: 'page_view',
          eventCategory: 'navigation',
        },
      ]
    })
    await send('/api/tracking/batch', { events: events.flat() })
  }
}
