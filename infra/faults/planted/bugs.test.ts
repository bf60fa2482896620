import { readFileSync } from 'node:fs'
import path from 'node:path'
import { kindOf } from '../plan.ts'
import { bugs, withBug } from './bugs.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test.each(Object.entries(bugs))('the planted bug %s is still a change of the product', (_name, bug) => {
  for (const { file } of bug.edits) {
    const text = readFileSync(path.join(root, file), 'utf8')
    expect(withBug(bug, `file:///${file}`, text)).not.toBe(text)
  }
  const [kind = '', target = ''] = bug.fault?.split(':') ?? []
  if (kind) expect(kindOf(kind).targets).toContain(target)
})
