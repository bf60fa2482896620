import { readFileSync } from 'node:fs'
import { giveToProduct } from '@tba/embedded-postgres/product-role.ts'
import { createClient } from '@tba/postgres/client.ts'
import { runCommand } from '../start/local/command.ts'

/** The only one in docker-compose.yml that works as superuser, before the services. */
await runCommand(async opened => {
  const password = readFileSync('/password/postgres', 'utf8').trim()
  const address = `postgres://tba:${password}@postgres:5432/tba`
  const client = createClient(address, { applicationName: 'owner', answerMs: 60_000 })
  opened.defer(() => client.end())
  await client.connect()
  await giveToProduct(client, password)
  console.log('The database belongs to the role of the services, which is no superuser.')
})
