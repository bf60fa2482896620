import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import fc from 'fast-check'
import { freeName, hostileDefinition, sent } from '../tests/http/funnels/hostile.ts'
import { ownProduct } from '../tests/support/shared.ts'

/** By hand: `HOSTILE_DEFINITIONS=10000 npm run attack -- hostile-definitions`. */
const numRuns = Number(process.env.HOSTILE_DEFINITIONS ?? 300)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

const folder = quickFolder('tba-hostile-')
const analytics = { folder, memoryMb: 128 }
const { product, console } = await ownProduct({ limitScale: 1_000_000, analytics })

const copyFile = () => {
  const [name = ''] = readdirSync(folder).filter(each => each.endsWith('.duckdb'))
  return [name, statSync(path.join(folder, name)).ino]
}

test('a hostile definition is counted or refused, and the copy stays the same file', {
  timeout: 7_200_000,
}, async () => {
  process.stderr.write(`FUZZ_SEED=${seed}\n`)
  const visitor = product.visitor()
  for (const drawn of fc.sample(freeName, { numRuns: 50, seed })) {
    const visit = `session_${crypto.randomUUID()}`
    const click = {
      clientId: crypto.randomUUID(),
      eventType: 'click',
      page: '/',
      additionalData: sent(drawn),
    }
    const { status } = await visitor.post('/api/tracking/interaction', { sessionId: visit, ...click })
    // The server refuses the name __proto__ in any body.
    expect(status).toBe(Object.hasOwn(sent(drawn), '__proto__') ? 400 : 202)
  }
  await console.get('/api/admin/events')
  const before = copyFile()
  let counted = 0
  const broken: unknown[] = []
  for (const definition of fc.sample(hostileDefinition, { numRuns, seed })) {
    const [step] = definition.steps
    const conditions = new URLSearchParams({ event: String(step?.event), where: JSON.stringify(step?.where) })
    const call = async (method: 'GET' | 'POST', url: string, body?: object) => {
      const { status, text } = await console.call(method, `/api/admin/${url}`, body)
      if (status === 200) counted++
      if (![200, 201, 400].includes(status)) broken.push({ status, text, url, body })
      return { status, text }
    }
    await call('POST', 'funnels/run', definition)
    await call('POST', 'funnels/visits', { ...definition, step: 1, outcome: 'reached' })
    await call('POST', 'funnels/instead', { ...definition, step: 1 })
    await call('GET', `paths?${conditions}`)
    const saved = await call('POST', 'funnels', { ...definition, name: 'Ostile' })
    if (saved.status === 201) await call('GET', `funnels/${JSON.parse(saved.text).id}`)
  }
  expect(broken.slice(0, 5)).toEqual([])
  expect((await console.get('/api/admin/funnels/fields')).status).toBe(200)
  expect(copyFile()).toEqual(before)
  // The definitions are not all refused.
  expect(counted).toBeGreaterThan(numRuns)
})
