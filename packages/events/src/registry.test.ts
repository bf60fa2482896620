import { readdirSync, readFileSync } from 'node:fs'
import { upcast } from './event.ts'
import type { JsonObject } from './json.ts'
import { findShape, registry, shapeOf } from './registry.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const shipped = readdirSync(fixtures).map(file => {
  const [type = '', version = ''] = file.replace('.json', '').split('.v')
  return { file, type, version: Number(version) }
})

describe('old events stay readable for ever', () => {
  test.each(shipped)('$file can still be read', ({ file, type, version }) => {
    const shape = shapeOf(type)
    const data: JsonObject = JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))
    const recorded = shape.earlier[version - 1] ?? shape
    expect(recorded.schema.parse(data)).toEqual(data)
    const today = upcast(shape, version, data)
    expect(shape.schema.parse(today)).toEqual(today)
  })

  test('every shipped shape has its fixture', () => {
    const expected = Object.entries(registry).flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, before) => `${type}.v${before + 1}.json`),
    )
    expect(shipped.map(({ file }) => file).sort()).toEqual(expected.sort())
  })

  test('an undeclared type has no shape, also with the name of an inherited property', () => {
    for (const type of ['Unheard', 'constructor']) {
      expect(findShape(type)).toBeNull()
      expect(() => shapeOf(type)).toThrow(type)
    }
  })
})
