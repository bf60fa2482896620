import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { upcast } from './event.ts'
import type { JsonObject } from './json.ts'
import { findShape, registry, shapeOf } from './registry.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const shipped = readdirSync(fixtures).map(file => {
  const [type = '', version = ''] = file.replace('.json', '').split('.v')
  return { file, type, version: Number(version) }
})

describe('the log of yesterday is read for ever', () => {
  test.each(shipped)('$file, as it was shipped, still means something today', ({ file, type, version }) => {
    const shape = shapeOf(type)
    const data: JsonObject = JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))
    const recorded = shape.earlier[version - 1] ?? shape
    expect(recorded.schema.parse(data)).toEqual(data)
    const today = upcast(shape, version, data)
    expect(shape.schema.parse(today)).toEqual(today)
  })

  test('every shape that was ever shipped has its fixture', () => {
    const expected = Object.entries(registry).flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, before) => `${type}.v${before + 1}.json`),
    )
    expect(shipped.map(({ file }) => file).sort()).toEqual(expected.sort())
  })

  test('a type that nobody declared has no shape, whatever objects inherit', () => {
    for (const type of ['Unheard', 'constructor']) {
      expect(findShape(type)).toBeNull()
      expect(() => shapeOf(type)).toThrow(type)
    }
  })
})
