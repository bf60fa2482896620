import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { percent } from '../parts/numbers.ts'
import { useInstead } from './funnels-data.ts'
import { foldedNext } from './instead-rows.ts'

const most = 3

/** Of those who were lost after a step, the most frequent things that they did instead, in one line. */
export function InsteadBeside({ definition, step }: { definition: FunnelDefinition; step: number }) {
  const { data, error, isValidating, mutate } = useInstead(definition, step)
  if (!data)
    return (
      <p className="instead-beside quiet" role="status">
        {isValidating || !error ? (
          'Invece: si conta…'
        ) : (
          <>
            Invece: non si è letto.{' '}
            <button type="button" className="text-button" onClick={() => mutate()}>
              Riprova
            </button>
          </>
        )}
      </p>
    )
  const rows = foldedNext(data).slice(0, most)
  return (
    <p className="instead-beside">
      Invece:{' '}
      {rows.length === 0
        ? 'niente di registrato'
        : rows.map(({ name, share }, at) => (
            <span key={name}>
              {at > 0 && '; '}
              {name} <span className="quiet">{percent(share)}</span>
            </span>
          ))}
    </p>
  )
}
