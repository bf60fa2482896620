import { newSecrets, secretsFrom } from '../secrets.ts'
import { openSharedResources } from '../shared-resources.ts'
import { testDatabase } from '../testing/test-database.ts'

const { connectionString } = await testDatabase()

const opened = (replicaUrl: string) => {
  const logger = { info() {}, warn() {} }
  return openSharedResources({
    name: 'reader',
    connectionString,
    replicaUrl,
    logger,
    secrets: secretsFrom(newSecrets()),
  })
}

test('refuses to start if READ_DATABASE_URL names the primary', () =>
  expect(opened(connectionString)).rejects.toThrow(/^READ_DATABASE_URL is no standby of .*\.$/))

test('starts if the standby does not answer', async () => {
  const nowhere = Object.assign(new URL(connectionString), { port: '1' }).href
  await using resources = await opened(nowhere)
  await expect(resources.openReplica?.()).rejects.toThrow('ECONNREFUSED')
})
