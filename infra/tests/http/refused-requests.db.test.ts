import { calls, urlOf } from '../../attack/matrix.ts'
import { newcomer } from '../support/product.ts'
import { lead, questionnaire } from '../support/sample-forms.ts'
import { sharedProduct } from '../support/shared.ts'
import { clicked, measured, newVisit } from '../support/tracker.ts'

const { product, console } = await sharedProduct()
const customer = await product.customer()

type Method = 'POST' | 'PUT'
type Wrong = Record<string, unknown>
const callerOf = (path: string) => (path.startsWith('/api/admin/') ? console : customer)

const starter = { plan: 'starter', deposit: 500 }
const saved = { platform: 'MT5', server: 'eu01', loginNumber: '8001234', password: 'x' }
const swing = { botType: 'swing', strategyName: 'Swing Trading Bot', allocatedAmount: 1000 }
const click = { kind: 'interaction', ...clicked('v') }

/** A call with a body that would be accepted, and what is wrong with one of its fields. */
const refused = (call: string, body: object, wrong: (readonly [Wrong, string?])[]) =>
  wrong.map(([wrong, message = '']) => ({ call, body, wrong, message }))

test.each([
  ...refused('POST /api/register', newcomer('altra-conti@example.com'), [
    [{ email: 'no' }, 'Inserisci un indirizzo email valido'],
    [{ password: '12345' }, 'La password deve contenere almeno 6 caratteri'],
    [{ password: 'x'.repeat(256) }, 'La password può contenere al massimo 255 caratteri'],
    [{ firstName: 'A' }, 'Il nome deve contenere almeno 2 caratteri'],
    [{ firstName: undefined }, 'Il nome deve contenere almeno 2 caratteri'],
    [{ lastName: ' B ' }, 'Il cognome deve contenere almeno 2 caratteri'],
  ]),
  // The same answer as for a missing one.
  ...refused('POST /api/login', { email: 'nota@example.com' }, [
    [{ password: '12345' }, 'Password richiesta'],
  ]),
  ...refused('PUT /api/user/profile', {}, [
    [{ firstName: 'A' }, 'Il nome deve contenere almeno 2 caratteri'],
    [{ lastName: '' }, 'Il cognome deve contenere almeno 2 caratteri'],
    [{ phone: 'chiamami' }, 'Formato telefono non valido'],
    [{ whatsappNumber: '+39x' }, 'Formato WhatsApp non valido'],
    [{ bio: 'x'.repeat(501) }, 'La biografia può contenere al massimo 500 caratteri'],
    [{ website: 'example.com' }, 'Inserisci un indirizzo web valido'],
    [{ website: 'javascript:alert(1)' }, 'Inserisci un indirizzo web valido'],
    [{ country: 'x'.repeat(101) }, 'Il paese può contenere al massimo 100 caratteri'],
    [{ timezone: 'x'.repeat(51) }, 'Il fuso orario può contenere al massimo 50 caratteri'],
  ]),
  ...refused(
    'POST /api/user/progress',
    starter,
    [
      ...[{ plan: 'gold' }, { deposit: 1000 }, { deposit: undefined }, { deposit: '500 euro' }],
      ...[{ deposit: true }, { deposit: '5e2' }],
    ].map(wrong => [wrong] as const),
  ),
  ...refused('PUT /api/user/progress', {}, [
    [{}],
    [{ step1_broker_account: 'true' }],
    [{ step1_broker_link: 'javascript:x' }],
  ]),
  ...refused('POST /api/user/mt4-credentials', saved, [
    [{ password: '' }, 'Password richiesta'],
    [{ server: '' }, 'Server richiesto'],
    [{ server: ' \t' }, 'Server richiesto'],
    [{ loginNumber: '' }, 'Numero account richiesto'],
  ]),
  ...refused('POST /api/user/bots', swing, [
    [{ allocatedAmount: 99 }, 'Importo minimo €100'],
    [{ allocatedAmount: '100' }],
    [{ allocatedAmount: 100.5 }],
    [{ botType: 'oracle' }, 'Bot sconosciuto'],
    [{ botType: ['swing'] }],
  ]),
  ...refused('POST /api/consent', {}, [[{ choice: ['all'] }]]),
  ...refused('POST /api/leads', lead, [
    [{ email: 'no' }, 'Inserisci un indirizzo email valido'],
    [{ name: 'A' }, 'Il nome deve contenere almeno 2 caratteri'],
    [{ plan: 'gold' }, 'Piano non valido'],
    [{ deposit: '501' }, 'Deposito non valido'],
    [{ deposit: 500 }, 'Deposito non valido'],
    [{ deposit: '1000' }, 'Il deposito non corrisponde al piano scelto'],
  ]),
  ...refused('POST /api/questionnaire', questionnaire, [
    [{ name: 'A' }, 'Nome richiesto'],
    [{ email: 'no' }, 'Email valida richiesta'],
    [{ phoneNumber: '123' }, 'Numero di telefono richiesto'],
    [{ phoneNumber: undefined }, 'Numero di telefono richiesto'],
    [{ contactMethod: 'fax' }, 'Metodo di contatto non valido'],
    [{ countryCode: '+' }, 'Prefisso richiesto'],
    [{ occupation: 'x' }, 'Occupazione richiesta'],
  ]),
  ...refused(
    'POST /api/tracking/interaction',
    clicked(newVisit()),
    [
      ...[{ sessionId: 'x'.repeat(129) }, { sessionId: 'session 1' }, { page: undefined }],
      ...[{ clientId: 'not-a-uuid' }, { additionalData: { nested: { deep: 1 } } }],
      { additionalData: { text: 'x'.repeat(201) } },
      { additionalData: Object.fromEntries(Array.from({ length: 11 }, (_, key) => [`k${key}`, 1])) },
    ].map(wrong => [wrong] as const),
  ),
  ...refused('POST /api/tracking/analytics', measured(newVisit()), [
    [{ eventValue: 1.5 }],
    [{ eventValue: '5' }],
    [{ eventValue: 2 ** 31 }],
    [{ eventName: '' }],
  ]),
  // An event of a batch has a client id.
  ...refused('POST /api/tracking/batch', {}, [
    [{}],
    [{ events: [] }],
    [{ events: [{ ...click, kind: 'gossip' }] }],
    [{ events: [click] }],
  ]),
  ...refused(
    'POST /api/admin/settings/ga',
    {},
    ['G-ABC', 'G-ABCDEFGHIJKLM', 'UA-12345', 7].map(measurementId => [{ measurementId }] as const),
  ),
])('$call refuses $wrong, with the specification’s message', async ({ call, body, wrong, message }) => {
  const [method, path = ''] = call.split(' ')
  const answer = await callerOf(path).call(method as Method, path, { ...body, ...wrong })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
})

const withBody = Object.entries(calls).flatMap(([call, { body }]) => (body ? [{ call, body }] : []))

test.each(withBody)('$call refuses a field in which a caller has no say', async ({ call, body }) => {
  const [method, path = ''] = call.split(' ')
  const answer = await callerOf(path).call(method as Method, urlOf(call), { ...body(), userId: 1 })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('sconosciut') } })
})

const cursorOf = (value: unknown) => `cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`
const period = 'overview?from=2026-01-01&to=2026-02-01'

test.each([
  ['audit?what=danced', 'Azione non valida'],
  ['audit?from=ieri', 'Data non valida'],
  ['audit?admin=%20', 'Amministratore non valido'],
  ['audit?to=%2B010000-01-01T00:00:00Z', 'Data non valida'],
  ['audit?cursor=rotto', 'Cursore non valido'],
  [`audit?${cursorOf(['\u0000'])}`, 'Cursore non valido'],
  ['customers?cursor=inventato', 'Cursore non valido'],
  ['customers?plan=gold', 'Piano non valido'],
  ['customers?state=boh', 'Stato non valido'],
  [`customers?q=${'x'.repeat(201)}`, 'Al massimo 200 caratteri'],
  ['events?limite=5', 'Campo sconosciuto: limite'],
  ['events?limit=201', 'Limite non valido'],
  // Of another log.
  [`events?${cursorOf(['7fffffff-0000000000000002-0000000000000001'])}`, 'Cursore non valido'],
  ['events?from=ieri', 'Data di inizio non valida'],
  ['events?order=su', 'Ordine non valido'],
  ['events?type=Nulla', 'Tipo di evento sconosciuto'],
  ['events?q=a%20b%20c%20d%20e%20f%20g%20h%20i%20j%20k', 'Al massimo 10 parole'],
  ['overview?', 'Data di inizio non valida'],
  ['overview?from=ieri&to=2026-01-01', 'Data di inizio non valida'],
  ['overview?from=2026-01-01', 'Data di fine non valida'],
  [`${period}&goal=vendita`, 'Obiettivo non valido: request, registration o plan'],
  ['overview?from=2026-02-01&to=2026-01-01', 'Il periodo finisce prima di cominciare'],
  ['overview?from=2026-01-01&to=2026-01-01', 'Il periodo finisce prima di cominciare'],
  ['overview?from=1800-01-01&to=2026-01-01', 'Il periodo ha più di 3.660 giorni. Scegline uno più breve'],
  [`${period}&compareFrom=2026-01-01`, 'Il confronto ha un inizio e una fine'],
  [`${period}&compareFrom=2026-02-01&compareTo=2026-01-01`, 'Il periodo finisce prima di cominciare'],
  [`${period}&device=orologio`, 'Dispositivo non valido'],
  [`${period}&bots=only`, 'true oppure false'],
  [`${period}&registered=forse`, 'Sì o no'],
  [`${period}&colore=verde`, 'Campo sconosciuto: colore'],
  ['paths?', 'Tipo di evento richiesto'],
  ['paths?event=Inventato', 'Tipo di evento sconosciuto: Inventato'],
  ['paths?event=LeadSubmitted&where=email:is:a', 'Il campo email è sigillato'],
  ['paths?event=LeadSubmitted&where=colore:is:a', 'Campo sconosciuto: colore'],
  ['paths?event=LeadSubmitted&where=[', 'Condizione non valida: campo:operatore:valore'],
  ['paths?event=LeadSubmitted&depth=6', 'Profondità da 1 a 5'],
  ['paths?event=LeadSubmitted&direction=su', 'Direzione non valida: next o previous'],
  ['paths?event=LeadSubmitted&from=2026-02-01&to=2026-01-01', 'Il periodo finisce prima di cominciare'],
  ['paths?event=LeadSubmitted&asOf=nessuna', 'Posizione non valida'],
  ['paths?event=LeadSubmitted&colore=verde', 'colore'],
  ['paths?event=LeadSubmitted&also=tutto', 'Passo non valido: consent, scroll, time_on_page o error'],
  ['retention?', 'richiesta'],
  ['retention?action=Inventato', 'Tipo di evento sconosciuto: Inventato'],
  ['retention?action=SessionOpened&unit=day', 'Si conta per settimana: unit=week'],
  ['retention?action=SessionOpened&colore=verde', 'colore'],
  ['streams/settings-analytics?asOf=-1', 'Revisione non valida'],
  ['streams/settings-analytics?limit=5', 'Campo sconosciuto: limit'],
  ['visits?device=orologio', 'Dispositivo non valido'],
  ['visits?from=ieri', 'Data di inizio non valida'],
  ['visits?cursor=inventato', 'Cursore non valido'],
  ['visits?pagina=2', 'Campo sconosciuto: pagina'],
])('the console refuses to read %s, with a message in Italian', async (path, message) => {
  const answer = await console.get(`/api/admin/${path}`)
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
})
