import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bareTexts } from './bare-text.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('a text that changes, or that stands beside something that comes and goes, has an element of its own', () => {
  const screens = globSync('web/src/**/*.tsx', { cwd: root }).filter(
    file => !file.endsWith('.test.tsx') && !file.includes('/testing/'),
  )
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.flatMap(file => bareTexts(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ['beside another text', '<p>Passo {step} di 4</p>'],
  ['beside a conditional text', "<p>{a && 'offline'}{b && 'lost'}</p>"],
  ['beside a conditional element', '<p>{done && <Check />} Completato</p>'],
  ['beside a list', '<p>{rows.map(row => <b key={row}>{row}</b>)} in tutto</p>'],
  ['in a fragment', '<>Dati in ritardo</>'],
])('a bare text %s is found', (_where, markup) =>
  expect(bareTexts('screen.tsx', `const Screen = () => (${markup})`)).not.toEqual([]),
)

test('a component that returns a text is found', () =>
  expect(bareTexts('screen.tsx', 'const Value = ({ it }) => it ? it : <span>—</span>')).toHaveLength(1))

test.each([
  '<p>{words(step)}</p>',
  '<p>Passo <span>{step}</span> di 4</p>',
  '<p>{isOnline ? lost : offline}</p>',
  '<p>Il broker è {brand.broker}.</p>',
  '<p>{rows.map(row => <b key={row}>{row}</b>)}{isOpen && <i />}</p>',
])('a text with an element of its own is fine: %s', markup =>
  expect(bareTexts('screen.tsx', `const Screen = () => (${markup})`)).toEqual([]),
)
