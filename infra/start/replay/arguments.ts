import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { eventTypes } from '@tba/events/fields.ts'
import { moment } from '@tba/events/moment.ts'
import { parseOptions } from '../local/command.ts'

export const usage = `npm run --silent replay -- [--from <ISO>] [--to <ISO>] [--type <type>]… [--visit <id>]… [--speed <n>] [--format ndjson|csv|parquet]

  --from, --to  what was recorded from then on, and before then: 2026-01-31 or 2026-01-31T09:00:00Z
                (a time needs its Z or an offset such as +01:00)
  --type        events of this type alone; may be given more than once
  --visit       what happened in this visit alone; may be given more than once
  --speed       in the rhythm in which it was recorded, so many times as fast; without it as fast as it can
  --format      ndjson, a line of JSON an event, without it; csv; or parquet, which goes out when all is read, and takes
                space for it in the folder of temporary files

Events go to standard output, in the order of the log; all else goes to standard error.`

const formats = ['ndjson', 'csv', 'parquet'] as const

type Format = (typeof formats)[number]
/** What to replay, and how. A speed of null is as fast as possible. */
export type ReplayOptions = NonNullable<ReturnType<typeof readReplayOptions>>

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  type: { type: 'string', multiple: true },
  visit: { type: 'string', multiple: true },
  speed: { type: 'string' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @returns null for help. @throws {StartRefusal} */
export function readReplayOptions(args: string[]) {
  const { values } = parseOptions({ args, options }, usage)
  if (values.help) return null
  const { type: types = [], visit: visits = [], format = 'ndjson' } = values
  const [from, to] = [parseTime('--from', values.from), parseTime('--to', values.to)]
  if (from !== null && to !== null && from >= to) throw new StartRefusal('--to has to lie after --from.')
  const unknown = types.find(type => !eventTypes.includes(type))
  if (unknown !== undefined)
    throw new StartRefusal(`No event is of the type ${unknown}. There are: ${eventTypes.join(', ')}.`)
  if (visits.includes('')) throw new StartRefusal('--visit needs the id of a visit.')
  const speed = parseSpeed(values.speed)
  return {
    from,
    to,
    types: [...new Set(types)],
    visits: [...new Set(visits)],
    speed,
    format: parseFormat(format, speed),
  }
}

function parseFormat(text: string, speed: number | null): Format {
  const format = formats.find(known => known === text)
  if (!format) throw new StartRefusal(`--format is ndjson, csv or parquet, not ${text}.`)
  if (format === 'parquet' && speed !== null)
    throw new StartRefusal('--speed goes with ndjson and csv: a file of Parquet goes out at once.')
  return format
}

/** A day starts in UTC. A time needs its offset, because machines differ in their time zone. */
function parseTime(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const { data: time = null } = moment(name).safeParse(text)
  if (time === null) throw new StartRefusal(`${name} is no time in ISO 8601: ${text}.`)
  return time
}

function parseSpeed(text: string | undefined): number | null {
  if (text === undefined) return null
  const speed = Number(text)
  if (text.trim() === '' || !Number.isFinite(speed) || speed <= 0)
    throw new StartRefusal(`--speed is a number above 0, not ${text || 'nothing'}.`)
  return speed
}
