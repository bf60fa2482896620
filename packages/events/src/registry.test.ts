import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from './json.ts'
import { registry, shapeOf } from './registry.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const shipped = readdirSync(fixtures).map(file => {
  const [type = '', version = ''] = file.replace('.json', '').split('.v')
  return { file, type, version: Number(version) }
})

describe('the log of yesterday is read for ever', () => {
  test.each(shipped)('$file, as it was shipped, still means something today', ({ file, type, version }) => {
    const shape = shapeOf(type)
    const data: JsonObject = JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'))
    const today = shape.upcasters.slice(version - 1).reduce((old, step) => step(old), data)
    expect(shape.schema.parse(today)).toEqual(today)
  })

  test('every shape that was ever shipped has its fixture', () => {
    const expected = Object.entries(registry).flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, before) => `${type}.v${before + 1}.json`),
    )
    expect(shipped.map(({ file }) => file).sort()).toEqual(expected.sort())
  })

  test('an event of an unknown type stops the reader instead of being passed over', () => {
    expect(() => shapeOf('Unheard')).toThrow('Unheard')
    expect(() => shapeOf('constructor')).toThrow('constructor')
  })
})
