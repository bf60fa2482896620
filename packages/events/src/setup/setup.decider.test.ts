import { describe, expect, test } from 'vitest'
import { fold } from '../decider.ts'
import { specify } from '../testing/given.ts'
import type { SealedSecret, SetupEvent } from './events.ts'
import { setupDecider } from './setup.decider.ts'

const { given } = specify(setupDecider)

const activated = (plan: 'starter' | 'professional', depositEuro: number): SetupEvent => ({
  type: 'PlanActivated',
  data: { userId: 7, plan, depositEuro },
})
const professional = activated('professional', 1000)
const completed = (step: 'broker-account' | 'mt4' | 'copy-trading' | 'security'): SetupEvent => ({
  type: 'SetupStepCompleted',
  data: { step },
})
const reopened = (step: 'mt4' | 'copy-trading' | 'security'): SetupEvent => ({
  type: 'SetupStepReopened',
  data: { step },
})
const licence: SetupEvent = { type: 'LicenceIssued', data: { licenceKey: 'TBA-FIRST' } }
const done: SetupEvent = { type: 'SetupCompleted', data: {} }
const everyStep = [
  completed('broker-account'),
  completed('mt4'),
  completed('copy-trading'),
  completed('security'),
]

const update = (changes: object) => ({ type: 'UpdateProgress' as const, changes })

describe('choosing a plan', () => {
  const choose = (plan: 'starter' | 'professional') => ({ type: 'ActivatePlan' as const, userId: 7, plan })
  test('the first is an activation, with its deposit', () => {
    given([]).when(choose('professional')).records(professional)
  })
  test('another plan replaces it and keeps the steps', () => {
    given([professional, completed('mt4')])
      .when(choose('starter'))
      .records({ type: 'PlanChanged', data: { userId: 7, plan: 'starter', depositEuro: 500 } })
  })
  test('choosing the same plan again changes nothing', () => {
    given([professional]).when(choose('professional')).records()
    const changed = { type: 'PlanChanged', data: { userId: 7, plan: 'starter', depositEuro: 500 } } as const
    given([professional, changed]).when(choose('starter')).records()
    given([professional, completed('mt4'), changed])
      .when(update({ step2_mt4_authenticated: true }))
      .records()
  })
})

describe('working through the checklist', () => {
  test('nothing is recorded without a plan', () => {
    const changes = update({ step1_broker_account: true })
    given([]).when(changes).refuses('no-plan')
    given([licence]).when(changes).refuses('no-plan')
  })
  test('copy trading waits for MT4, and is reopened with it', () => {
    given([professional])
      .when(update({ step2_axi_connected: true }))
      .refuses('mt4-first')
    given([professional, ...everyStep, done])
      .when(update({ step2_mt4_authenticated: false }))
      .records(reopened('mt4'), reopened('copy-trading'))
  })
  test('one request cannot activate copy trading and reopen MT4', () => {
    given([professional, completed('mt4')])
      .when(update({ step2_mt4_authenticated: false, step2_axi_connected: true }))
      .refuses('mt4-first')
  })
  test('a reopened step takes the completion back, and a later event keeps the new one', () => {
    const at = (events: readonly SetupEvent[]) =>
      events.map((event, day) => ({ ...event, recordedAt: `2026-11-0${day + 1}` }))
    const history = [professional, ...everyStep, done]
    const after = (...events: SetupEvent[]) => fold(setupDecider, at([...history, ...events]))
    expect(after(licence)).toMatchObject({
      ...{ createdAt: '2026-11-01', completedAt: '2026-11-06', updatedAt: '2026-11-07' },
    })
    expect(after(reopened('security')).completedAt).toBe(null)
    expect(after(reopened('security'), completed('security'), done).completedAt).toBe('2026-11-09')
  })
  test('a licence is issued with MT4, and authenticating again keeps the first licence', () => {
    given([professional])
      .when(update({ step2_mt4_authenticated: true, step2_license_key: 'TBA-FIRST' }))
      .records(licence, completed('mt4'))
    given([professional, completed('mt4'), licence])
      .when(update({ step2_mt4_authenticated: true, step2_license_key: 'TBA-SECOND' }))
      .records()
  })
  test('the broker link is recorded with its step, once', () => {
    const link = 'https://broker.example.com/signup'
    const noted: SetupEvent = { type: 'SetupNoted', data: { brokerLink: link } }
    const changes = update({ step1_broker_account: true, step1_broker_link: link })
    given([professional]).when(changes).records(noted, completed('broker-account'))
    given([professional, noted, completed('broker-account')])
      .when(changes)
      .records()
  })
  test('pictures are recorded where they are others, and may be taken back', () => {
    const noted = (screenshots: string[] | null): SetupEvent => ({
      type: 'SetupNoted',
      data: { screenshots },
    })
    const send = (screenshots: string[] | null) => update({ step3_screenshots: screenshots })
    const [one, two] = [['/a.png'], ['/a.png', '/b.png']]
    given([professional, noted(one)])
      .when(send(one))
      .records()
    given([professional, noted(one)])
      .when(send(two))
      .records(noted(two))
    given([professional]).when(send([])).records()
    given([professional, noted(one), noted(null)])
      .when(send([]))
      .records()
  })
  test('a finished list that is sent again is not finished again', () => {
    given([professional, ...everyStep, done])
      .when(update({ step3_security_verified: true }))
      .records()
  })
  test('a step that is repeated is completed again', () => {
    given([professional, ...everyStep, done, reopened('security')])
      .when(update({ step3_security_verified: true }))
      .records(completed('security'), done)
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
  test('without a plan there is no budget', () => {
    given([]).when(activate).refuses('deposit-too-small')
  })
  test('the same bot may be activated again', () => {
    const again = { ...bot, botId: '0198a000-0000-7000-8000-000000000002' }
    given([professional, { type: 'BotActivated', data: bot }])
      .when({ type: 'ActivateBot', bot: again })
      .records({ type: 'BotActivated', data: again })
  })
})

test('a customer may have a thousand bots and a thousand credentials', () => {
  const bot = (n: number) => ({
    botId: `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    ...{ userId: 7, botType: 'scalping' as const, strategyName: 'Scalping Bot', allocatedEuro: 500 },
  })
  const password = 'sealed' as SealedSecret
  const saved = (n: number) => ({
    credentialsId: bot(n).botId,
    ...{ userId: 7, platform: 'MT4' as const, server: 'us05', loginNumber: String(n), password },
  })
  const of = (count: number): SetupEvent[] =>
    Array.from({ length: count }, (_, n) => ({ type: 'BotActivated', data: bot(n) }))
  const [last, first] = [bot(1000), bot(0)]
  given([professional, ...of(999)])
    .when({ type: 'ActivateBot', bot: last })
    .records({ type: 'BotActivated', data: last })
  given([professional, ...of(1000)])
    .when({ type: 'ActivateBot', bot: last })
    .refuses('too-many')
  given([professional, ...of(1000)])
    .when({ type: 'ActivateBot', bot: first })
    .records()
  const credentials = (count: number): SetupEvent[] =>
    Array.from({ length: count }, (_, n) => ({ type: 'CredentialsSaved', data: saved(n) }))
  const save = (n: number) => ({ type: 'SaveCredentials', credentials: saved(n) }) as const
  const [last999, all] = [credentials(999), credentials(1000)]
  given(last999)
    .when(save(1000))
    .records({ type: 'CredentialsSaved', data: saved(1000) })
  given(all).when(save(1000)).refuses('too-many')
  given(all).when(save(0)).records()
})
