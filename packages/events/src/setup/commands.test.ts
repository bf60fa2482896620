import { refusals } from '../testing/refusals.ts'
import { activateBot, activatePlan, saveCredentials, updateProgress } from './commands.ts'
import { columnsOf } from './steps.ts'

const noDeposit = 'deposit: Deposito non valido'
const otherDeposit = 'deposit: Il deposito non corrisponde al piano scelto'

test.each<[body: object, refusal: string]>([
  [{ plan: 'gold', deposit: 500 }, 'plan: Piano non valido'],
  [{ plan: 'elite' }, noDeposit],
  [{ plan: 'elite', deposit: 1.5 }, noDeposit],
  ...['', '03000', '3000 ', '3000000', '-1', '3e3'].map(
    deposit => [{ plan: 'elite', deposit }, noDeposit] satisfies [object, string],
  ),
  [{ plan: 'elite', deposit: 1_000 }, otherDeposit],
  [{ plan: 'starter', deposit: '3000' }, otherDeposit],
  [{ plan: 'elite', deposit: 3_000, status: 'paused' }, 'status: Stato non valido'],
])('a plan is not activated by %j', (body, refusal) =>
  expect(refusals(activatePlan, body)).toEqual([refusal]),
)

test.each([
  ['starter', 500],
  ['professional', 1_000],
  ['elite', 3_000],
])('the plan %s has a deposit of %i euros, as a number or as its digits', (plan, deposit) => {
  expect(activatePlan.parse({ plan, deposit: String(deposit) })).toEqual({ plan, deposit })
  expect(activatePlan.parse({ plan, deposit, status: 'active' })).toEqual({ plan, deposit, status: 'active' })
})

const noKey = 'step2_license_key: Codice non valido'
test.each([
  [{}, ': Nessun campo da aggiornare'],
  [{ step1_broker_account: undefined }, ': Nessun campo da aggiornare'],
  [{ step1_broker_account: 1 }, 'step1_broker_account: Valore non valido'],
  [{ step1_broker_link: 'ftp://example.org' }, 'step1_broker_link: Indirizzo non valido'],
  [{ step1_broker_link: 'xhttp://example.org' }, 'step1_broker_link: Indirizzo non valido'],
  [{ step1_broker_link: 'httpx://example.org' }, 'step1_broker_link: Indirizzo non valido'],
  [{ step2_license_key: 1 }, noKey],
  [{ step2_license_key: '' }, noKey],
  [{ step2_license_key: 'a b' }, noKey],
  [{ step2_license_key: ' a' }, noKey],
  [{ step2_license_key: 'x'.repeat(65) }, noKey],
  [{ step3_screenshots: [1] }, 'step3_screenshots.0: Nome di file non valido'],
  [{ step3_screenshots: ['x'.repeat(256)] }, 'step3_screenshots.0: Nome di file troppo lungo'],
  [{ step3_screenshots: Array(21).fill('x') }, 'step3_screenshots: Troppi file'],
])('progress is not %j', (body, refusal) => expect(refusals(updateProgress, body)).toEqual([refusal]))

test.each([
  [{ step1_broker_account: false }],
  [{ step1_broker_link: 'https://example.org/a' }],
  [{ step1_broker_link: 'http://example.org' }],
  [{ step2_license_key: 'A-z9'.repeat(16), step2_mt4_authenticated: true, step2_axi_connected: true }],
  [{ step3_screenshots: Array(20).fill('x'.repeat(255)), step3_security_verified: true }],
])('progress is %j', body => expect(refusals(updateProgress, body)).toEqual([]))

test('each step has its own column', () =>
  expect(columnsOf(new Set(['mt4', 'security']))).toEqual({
    step1_broker_account: false,
    step2_mt4_authenticated: true,
    step2_axi_connected: false,
    step3_security_verified: true,
  }))

const credentials = { platform: 'MT4', server: 'Axi-Demo', loginNumber: '123', password: 'x' }
test.each([
  [{ platform: 'MT6' }, 'platform: Piattaforma non valida'],
  [{ server: 1 }, 'server: Server richiesto'],
  [{ server: ' ' }, 'server: Server richiesto'],
  [{ server: 'x'.repeat(101) }, 'server: Server non valido'],
  [{ loginNumber: 1 }, 'loginNumber: Numero account richiesto'],
  [{ loginNumber: ' ' }, 'loginNumber: Numero account richiesto'],
  [{ loginNumber: '1'.repeat(51) }, 'loginNumber: Numero account troppo lungo'],
  [{ password: undefined }, 'password: Password richiesta'],
  [{ password: '' }, 'password: Password richiesta'],
  [{ password: 'x'.repeat(256) }, 'password: Password troppo lunga'],
])('credentials with %j are not saved', (more, refusal) =>
  expect(refusals(saveCredentials, { ...credentials, ...more })).toEqual([refusal]),
)

test('credentials are kept without the blanks around them, but for the password', () => {
  const typed = { ...credentials, platform: 'MT5', server: ' Axi ', loginNumber: ' 1 ', password: ' x ' }
  const kept = { ...typed, server: 'Axi', loginNumber: '1' }
  expect(saveCredentials.parse(typed)).toEqual(kept)
})

const bot = { botType: 'swing', strategyName: 'Prudente', allocatedAmount: 100 }
test.each([
  [{ botType: undefined }, 'botType: Bot richiesto'],
  [{ botType: '' }, 'botType: Bot richiesto'],
  [{ botType: 'gold' }, 'botType: Bot sconosciuto'],
  [{ strategyName: ' ' }, 'strategyName: Strategia richiesta'],
  [{ strategyName: 1 }, 'strategyName: Strategia richiesta'],
  [{ strategyName: 'x'.repeat(101) }, 'strategyName: Nome della strategia troppo lungo'],
  [{ allocatedAmount: 100.5 }, 'allocatedAmount: Importo non valido'],
  [{ allocatedAmount: 99 }, 'allocatedAmount: Importo minimo €100'],
  [{ allocatedAmount: 1_000_001 }, 'allocatedAmount: Importo troppo alto'],
])('a bot with %j is not activated', (more, refusal) =>
  expect(refusals(activateBot, { ...bot, ...more })).toEqual([refusal]),
)

test('a bot is activated with up to a million', () => {
  for (const botType of ['scalping', 'swing', 'conservative'])
    expect(refusals(activateBot, { ...bot, botType, allocatedAmount: 1_000_000 })).toEqual([])
  expect(activateBot.parse({ ...bot, strategyName: ' Prudente ' })).toEqual(bot)
})
