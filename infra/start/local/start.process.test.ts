import { run, temporaryFolder } from '../../tests/support/run.ts'

test('a start names the administrator and the folder of letters, and its last line is the ready line with the address', async () => {
  const folder = temporaryFolder()
  const started = run({ env: { DATA_DIR: folder, ADMIN_PASSWORD: 'segreta-di-prova' } })
  const port = await started.ready
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  expect((await fetch(`http://localhost:${port}/`, { method: 'HEAD' })).status).toBe(200)
  expect(started.output()).toContain('Administrator: admin@example.com, password: as ADMIN_PASSWORD says.\n')
  expect(started.output()).toContain(`Without SMTP_URL, letters become files in ${folder}/mail.\n`)
  expect(started.output()).toMatch(/ready: http:\/\/localhost:\d+\n$/)
})
