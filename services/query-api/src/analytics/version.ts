import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registry } from '@tba/events/registry.ts'
import { z } from 'zod'

/**
 * What a copy's file name and its `progress` say: another one where the table, an event's schema or what is sealed differ.
 * A change of how a row is made of an event (`row.ts`) raises `rows`.
 */
const rows = 1

export const copyVersion: string = hash(
  'sha256',
  JSON.stringify([
    rows,
    readFileSync(new URL('./table.sql', import.meta.url), 'utf8'),
    Object.entries(registry).map(([type, { version, personal, schema }]) => [
      ...[type, version, personal],
      z.toJSONSchema(schema, { unrepresentable: 'any' }),
    ]),
  ]),
).slice(0, 12)
