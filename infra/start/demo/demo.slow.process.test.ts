import { callerOf } from '../../tests/journeys/caller.ts'
import {
  completed,
  expectRefusal,
  run,
  runningPostgres,
  script,
  stop,
  temporaryFolder,
  withDatabase,
} from '../../tests/support/run.ts'
import { namedCustomers } from './named-customers.ts'

const password = 'segreta-di-prova'

test('sample data fill an empty folder once: all named customers can sign in, and every table equals the log', async () => {
  const dataDir = temporaryFolder()
  const command = script('demo/main.ts', '--visits', '60', '--password', password)
  const demo = { env: { DATA_DIR: dataDir }, command }
  const filling = run(demo)
  expect(await filling.ended).toBe(0)
  expect(filling.errors()).toBe('')
  expect(runningPostgres(dataDir)).toEqual([])
  const [, adminPassword = ''] = await filling.says(/admin@example\.com +password (\S+) \(shown only now\)/)

  await expectRefusal(demo, /^The log in .* holds events already: /)
  const verifying = { env: { DATA_DIR: dataDir }, command: script('maintenance/verify.ts') }
  expect(await completed(verifying)).toMatch(/^same +tracking → read\.visits: 60 rows/m)

  const product = run({ env: { DATA_DIR: dataDir } })
  const url = `http://localhost:${await product.ready}`
  await expectRefusal(demo, /^Another start is using the data folder .* already\.$/m)
  const signedIn = async (email: string) => {
    const caller = callerOf(url)
    expect((await caller.call('POST', '/api/login', { email, password })).status).toBe(200)
    return caller
  }
  for (const { email } of namedCustomers) await signedIn(email)
  const complete = await (await signedIn('luca.gallo@example.com')).call('GET', '/api/user/progress')
  const done = { plan: 'professional', completedAt: expect.any(String) }
  expect(JSON.parse(complete.text)).toMatchObject(done)

  const console = callerOf(url)
  const credentials = { email: 'admin@example.com', password: adminPassword }
  const { token } = JSON.parse((await console.call('POST', '/api/admin/login', credentials)).text)
  const headers = { authorization: `Bearer ${token}` }
  const chosen = { current: adminPassword, password }
  const changed = await console.call('POST', '/api/admin/me/password', chosen, { headers })
  expect(changed.status).toBe(200)
  const daily = await console.call('GET', '/api/admin/daily', undefined, { headers })
  const days: { visits: number }[] = JSON.parse(daily.text)
  // The erasure was finished: no job is open. Robots are no visits.
  const { rows } = await withDatabase(dataDir, client =>
    client.query(`select count(*)::int as destroyed,
      (select count(*)::int from read.visits where not "isRobot") as visits
      from vault.person_keys where destroyed_at is not null`),
  )
  expect(rows[0].visits).toBeGreaterThan(50)
  expect(days.reduce((sum, { visits }) => sum + visits, 0)).toBe(rows[0].visits)
  expect(rows[0].destroyed).toBeGreaterThan(0)

  await withDatabase(dataDir, client => client.query(`update read.users set bio = 'not of the log'`))
  const refuting = run(verifying)
  expect(await refuting.ended).toBe(1)
  expect(refuting.output()).toMatch(/^DIFFERS users → read\.users: /m)
  expect(product.output()).not.toContain('erasures')
  await stop(product)
})
