import { randomUUID } from 'node:crypto'
import { sealedSecret } from '@tba/events/setup/sealed-secret.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { caughtUp, type World, world } from './testing/world.ts'

const accountId = randomUUID()
const sessionId = randomUUID()

async function becomeCustomer({ append }: World) {
  await append(streams.email('hash'), { type: 'EmailClaimed', data: { accountId } })
  await append(streams.account(accountId), {
    type: 'AccountRegistered',
    data: {
      userId: 7,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      passwordHash: '$argon2id$',
    },
  })
  await append(streams.session(sessionId), {
    type: 'SessionOpened',
    data: {
      accountId,
      userId: 7,
      expiresAt: '2099-01-01T00:00:00.000Z',
      device: 'Firefox',
      address: '192.0.2.0',
    },
  })
  await append(
    streams.setup(accountId),
    { type: 'PlanActivated', data: { userId: 7, plan: 'elite', depositEuro: 3000 } },
    { type: 'SetupNoted', data: { screenshots: ["l'uno.png", 'due, "tre".png'] } },
    { type: 'SetupStepCompleted', data: { step: 'security' } },
    {
      type: 'CredentialsSaved',
      data: {
        credentialsId: randomUUID(),
        userId: 7,
        platform: 'MT5',
        server: 'eu01',
        loginNumber: '4711',
        password: sealedSecret.parse('sealed'),
      },
    },
    {
      type: 'BotActivated',
      data: { botId: randomUUID(), userId: 7, botType: 'swing', strategyName: 'Swing', allocatedEuro: 2000 },
    },
  )
}

test('what a customer does is to be read from the views, under the specified names', async () => {
  const it = await world()
  const projector = await it.start()
  await projector.ready
  await becomeCustomer(it)
  await caughtUp(projector)

  expect(await it.rows('select * from read.users')).toMatchObject([
    {
      id: 7,
      username: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      password: null,
      phone: null,
      accountId,
    },
  ])
  expect(await it.rows('select * from read.sessions')).toMatchObject([
    { sid: sessionId, userId: 7, accountId, sess: { device: 'Firefox', address: '192.0.2.0' } },
  ])
  expect(await it.rows('select * from read.user_progress')).toMatchObject([
    {
      userId: 7,
      plan: 'elite',
      deposit: 3000,
      step1_broker_account: false,
      step3_security_verified: true,
      step3_screenshots: ["l'uno.png", 'due, "tre".png'],
      completedAt: null,
    },
  ])
  expect(await it.rows('select * from read.mt4_credentials')).toMatchObject([
    { userId: 7, platform: 'MT5', server: 'eu01', loginNumber: '4711', password: null },
  ])
  expect(await it.rows('select * from read.active_bots')).toMatchObject([
    { userId: 7, botType: 'swing', status: 'active', allocatedAmount: 2000, totalProfit: 0, tradesCount: 0 },
  ])
})

test('a log whose persons’ keys are destroyed can still be projected from its beginning', async () => {
  const it = await world()
  await becomeCustomer(it)
  await it.keyring.destroy(accountId)
  const projector = await it.start()
  await projector.ready
  expect(await it.rows('select username, email, "firstName" from read.users')).toEqual([
    { username: null, email: null, firstName: null },
  ])
  expect(await it.rows('select "loginNumber" from read.mt4_credentials')).toEqual([{ loginNumber: null }])
})
