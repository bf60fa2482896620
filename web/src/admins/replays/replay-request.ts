import { type RequestReplay, requestReplay } from '@tba/events/replays/commands.ts'
import type { Replay } from '@tba/events/replays/views.ts'
import { readPeriod } from '../parts/time/period.ts'

export type Kind = Replay['mode']['kind']

export type ReplayParameters = {
  kind: Kind
  from: string
  to: string
  types: string[]
  visits: string[]
  projection: string
  /** JSON. */
  definition: string
}

export function readParameters(params: URLSearchParams): ReplayParameters {
  const mode = params.get('mode')
  const { from, to } = readPeriod(name => params.get(name) ?? '').picked
  return {
    kind: mode === 'funnel' || mode === 'projection' ? mode : 'stream',
    ...{ from, to },
    types: params.getAll('type'),
    visits: params.getAll('visit'),
    projection: params.get('projection') ?? '',
    definition: params.get('definition') ?? '',
  }
}

/** The body, or what is missing. */
export function requestOf(parameters: ReplayParameters): RequestReplay | string {
  const mode = modeIn(parameters)
  if (typeof mode === 'string') return mode
  const { kind, from, to, types, visits } = parameters
  const bounds =
    kind === 'projection'
      ? {}
      : {
          ...(from && { from }),
          ...(to && { to }),
          ...(types.length > 0 && { types }),
          ...(visits.length > 0 && { visits }),
        }
  const read = requestReplay.safeParse({ ...bounds, mode })
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'La richiesta non è valida.')
}

function modeIn({ kind, projection, definition }: ReplayParameters): object | string {
  if (kind === 'stream') return { kind }
  if (kind === 'projection') return projection ? { kind, projection } : 'Scegli la proiezione.'
  if (!definition) return 'Scegli il funnel.'
  try {
    return { kind, definition: JSON.parse(definition) as unknown }
  } catch {
    return 'Il funnel nell’indirizzo non si può leggere: sceglilo di nuovo.'
  }
}
