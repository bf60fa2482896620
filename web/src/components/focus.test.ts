import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.resolve(import.meta.dirname, '..')
const forms = globSync('**/*.tsx', { cwd: src })
  .filter(file => !file.endsWith('.test.tsx'))
  .map(file => ({ file, code: readFileSync(path.join(src, file), 'utf8') }))
  .filter(({ code }) => code.includes('type="submit"') && code.includes("mode: 'onBlur'"))

test('no form that checks a field as it is left lets its button move away from under the press', () => {
  expect(forms.length).toBeGreaterThan(1)
  expect(forms.filter(({ code }) => !code.includes('keepFocus')).map(({ file }) => file)).toEqual([])
})
