import { readFileSync } from 'node:fs'
import path from 'node:path'
import { processMeters } from '@tba/runtime/meters.ts'
import { openProduct } from '../support/product.ts'

test('/metrics contains the requests, the log and the projections', async () => {
  await using product = await openProduct()
  const customer = await product.customer()
  await customer.get('/api/auth/user')
  const { status, text } = await customer.get('/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/register",status="201"\} 1$/m,
  )
  // The address, the account and the session each have their own stream and commit.
  expect(text).toMatch(/^log_append_duration_seconds_count\{outcome="appended"\} [3-9]$/m)
  expect(text).toMatch(/^log_commit_appends_sum [3-9]$/m)
  expect(text).toMatch(/^log_held_back_seconds 0$/m)
  expect(text).toMatch(/^projection_lag_seconds\{projection="users"\} 0$/m)
  expect(text).toMatch(/^projection_transaction_duration_seconds_count [1-9]\d*$/m)
  expect(text).not.toContain('example.com')
})

test('alerts and dashboards use only existing metrics', async () => {
  await using product = await openProduct({ meters: processMeters() })
  const { text } = await product.visitor().get('/metrics')
  const measured = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  const folder = path.resolve(import.meta.dirname, '../../containers/observe')
  const asking = ['rules.yml', 'grafana/dashboards/listino.json'].map(file =>
    readFileSync(path.join(folder, file), 'utf8'),
  )
  const names = asking.join('\n').matchAll(/\b(?:http|log|projection|analytics|process|nodejs)_\w+/g)
  const asked = new Set([...names].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(asked.size).toBeGreaterThan(8)
  expect([...asked].filter(name => !measured.has(name))).toEqual([])
})
