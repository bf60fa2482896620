import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import type { SealedSecret, SetupEvent } from './events.ts'
import { setupDecider } from './setup.decider.ts'

const { after } = specify(setupDecider)

const chosen = { userId: 7, plan: 'professional', depositEuro: 1000 } as const
const professional: SetupEvent = { type: 'PlanActivated', data: chosen }
const starter: SetupEvent = { type: 'PlanChanged', data: { userId: 7, plan: 'starter', depositEuro: 500 } }
type Step = 'broker-account' | 'mt4' | 'copy-trading' | 'security'
const completed = (step: Step): SetupEvent => ({ type: 'SetupStepCompleted', data: { step } })
const reopened = (step: Exclude<Step, 'broker-account'>): SetupEvent => ({
  type: 'SetupStepReopened',
  data: { step },
})
const licence: SetupEvent = { type: 'LicenceIssued', data: { licenceKey: 'TBA-FIRST' } }
const done: SetupEvent = { type: 'SetupCompleted', data: {} }
const everyStep = (['broker-account', 'mt4', 'copy-trading', 'security'] as const).map(completed)
const finished = [professional, ...everyStep, done]

const update = (changes: object) => ({ type: 'UpdateProgress' as const, changes })

describe('choosing a plan', () => {
  const choose = (plan: 'starter' | 'professional') => ({ type: 'ActivatePlan' as const, userId: 7, plan })
  test('the first is an activation, with its deposit', () =>
    after([], choose('professional')).records(professional))
  test('another plan replaces it and keeps the steps', () =>
    after([professional, completed('mt4')], choose('starter')).records(starter))
  test('choosing the same plan again changes nothing', () => {
    after([professional], choose('professional')).records()
    after([professional, starter], choose('starter')).records()
    after([professional, completed('mt4'), starter], update({ step2_mt4_authenticated: true })).records()
  })
})

describe('working through the checklist', () => {
  test('nothing is recorded without a plan', () => {
    const changes = update({ step1_broker_account: true })
    after([], changes).refuses('no-plan')
    after([licence], changes).refuses('no-plan')
  })
  test('copy trading waits for MT4, and is reopened with it', () => {
    after([professional], update({ step2_axi_connected: true })).refuses('mt4-first')
    const both = [reopened('mt4'), reopened('copy-trading')]
    after(finished, update({ step2_mt4_authenticated: false })).records(...both)
  })
  test('one request cannot activate copy trading and reopen MT4', () => {
    const changes = update({ step2_mt4_authenticated: false, step2_axi_connected: true })
    after([professional, completed('mt4')], changes).refuses('mt4-first')
  })
  test('a reopened step takes the completion back, and a later event keeps the new one', () => {
    const at = (events: readonly SetupEvent[]) =>
      events.map((event, day) => ({ ...event, recordedAt: `2026-11-0${day + 1}` }))
    const stateAfter = (...events: SetupEvent[]) => fold(setupDecider, at([...finished, ...events]))
    const times = { createdAt: '2026-11-01', completedAt: '2026-11-06', updatedAt: '2026-11-07' }
    expect(stateAfter(licence)).toMatchObject(times)
    expect(stateAfter(reopened('security')).completedAt).toBe(null)
    expect(stateAfter(reopened('security'), completed('security'), done).completedAt).toBe('2026-11-09')
  })
  test('a licence is issued with MT4, and authenticating again keeps the first licence', () => {
    const withKey = (key: string) => update({ step2_mt4_authenticated: true, step2_license_key: key })
    after([professional], withKey('TBA-FIRST')).records(licence, completed('mt4'))
    after([professional, completed('mt4'), licence], withKey('TBA-SECOND')).records()
  })
  test('the broker link is recorded with its step, once', () => {
    const link = 'https://broker.example.com/signup'
    const noted: SetupEvent = { type: 'SetupNoted', data: { brokerLink: link } }
    const changes = update({ step1_broker_account: true, step1_broker_link: link })
    after([professional], changes).records(noted, completed('broker-account'))
    after([professional, noted, completed('broker-account')], changes).records()
  })
  test('pictures are recorded where they are others, and may be taken back', () => {
    type Pictures = string[] | null
    const noted = (screenshots: Pictures): SetupEvent => ({ type: 'SetupNoted', data: { screenshots } })
    const send = (screenshots: Pictures) => update({ step3_screenshots: screenshots })
    const [one, two] = [['/a.png'], ['/a.png', '/b.png']]
    after([professional, noted(one)], send(one)).records()
    after([professional, noted(one)], send(two)).records(noted(two))
    after([professional], send([])).records()
    after([professional, noted(one), noted(null)], send([])).records()
  })
  test('a finished list that is sent again is not finished again', () =>
    after(finished, update({ step3_security_verified: true })).records())
  test('a step that is repeated is completed again', () => {
    const verified = after([...finished, reopened('security')], update({ step3_security_verified: true }))
    verified.records(completed('security'), done)
  })
})

describe('activating a bot', () => {
  const bot = {
    botId: '0198a000-0000-7000-8000-000000000001',
    userId: 7,
    botType: 'swing' as const,
    strategyName: 'Swing Trading Bot',
    allocatedEuro: 1000,
  }
  const activate = { type: 'ActivateBot' as const, bot }
  test('without a plan there is no budget', () => after([], activate).refuses('deposit-too-small'))
  test('the same bot may be activated again', () => {
    const again = { ...bot, botId: '0198a000-0000-7000-8000-000000000002' }
    const recorded = (data: typeof bot): SetupEvent => ({ type: 'BotActivated', data })
    after([professional, recorded(bot)], { type: 'ActivateBot', bot: again }).records(recorded(again))
  })
})

test('a customer may have a thousand bots and a thousand credentials', () => {
  const bot = (n: number) => ({
    botId: `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    userId: 7,
    botType: 'scalping' as const,
    strategyName: 'Scalping Bot',
    allocatedEuro: 500,
  })
  const password = 'sealed' as SealedSecret
  const saved = (n: number) => ({
    credentialsId: bot(n).botId,
    userId: 7,
    platform: 'MT4' as const,
    server: 'us05',
    loginNumber: String(n),
    password,
  })
  const of = (count: number): SetupEvent[] =>
    Array.from({ length: count }, (_, n) => ({ type: 'BotActivated', data: bot(n) }))
  const [last, first] = [bot(1000), bot(0)]
  const next = { type: 'BotActivated', data: last } as const
  after([professional, ...of(999)], { type: 'ActivateBot', bot: last }).records(next)
  after([professional, ...of(1000)], { type: 'ActivateBot', bot: last }).refuses('too-many')
  after([professional, ...of(1000)], { type: 'ActivateBot', bot: first }).records()
  const credentials = (count: number): SetupEvent[] =>
    Array.from({ length: count }, (_, n) => ({ type: 'CredentialsSaved', data: saved(n) }))
  const save = (n: number) => ({ type: 'SaveCredentials', credentials: saved(n) }) as const
  const [last999, all] = [credentials(999), credentials(1000)]
  after(last999, save(1000)).records({ type: 'CredentialsSaved', data: saved(1000) })
  after(all, save(1000)).refuses('too-many')
  after(all, save(0)).records()
})
