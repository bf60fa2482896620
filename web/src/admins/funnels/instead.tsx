import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import { type CSSProperties, useRef, useState } from 'react'
import { count, percent } from '../parts/numbers.ts'
import { ViewState } from '../parts/view-state.tsx'
import { useInstead } from './funnels-data.ts'
import { foldedNext, type InsteadRow } from './instead-rows.ts'

const mostAtFirst = 10
const sum = (rows: readonly InsteadRow[]) => rows.reduce((all, row) => all + row.count, 0)

/** What those did next who reached a step and not the one after it, and what was refused to them. */
export function Instead({ definition, step }: { definition: FunnelDefinition; step: number }) {
  const answer = useInstead(definition, step)
  const { data } = answer
  const [isWhole, setWhole] = useState(false)
  const rows = data ? foldedNext(data) : []
  const list = useRef<HTMLOListElement>(null)
  return (
    <section aria-labelledby="instead-title">
      <h3 id="instead-title">Cosa hanno fatto invece</h3>
      {!data && <ViewState answer={answer} />}
      {data && rows.length === 0 && <p className="quiet">Niente di registrato.</p>}
      {rows.length > 0 && (
        <ol className="instead" tabIndex={-1} ref={list}>
          {rows.slice(0, isWhole ? undefined : mostAtFirst).map(row => (
            <li key={row.name} style={{ '--share': `${row.share}%` } as CSSProperties}>
              <span>{row.name}</span>
              <span className="instead-count">
                {count(row.count)} <span className="quiet">{percent(row.share)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {rows.length > mostAtFirst && !isWhole && (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            setWhole(true)
            list.current?.focus()
          }}
        >
          Mostra tutti ({rows.length})
        </button>
      )}
      {data && sum(rows) < data.count && (
        <p className="quiet small">Qui stanno le cose più frequenti: gli altri ne hanno fatte di più rare.</p>
      )}
      {data && data.refusals.length > 0 && (
        <>
          <h3>Rifiuti incontrati</h3>
          <ul className="instead">
            {data.refusals.map(({ action, reason, count: amount }) => (
              <li key={`${action} ${reason}`}>
                <span>
                  {reason || 'Senza una frase'} <span className="mono quiet">{action}</span>
                </span>
                <span className="instead-count">{count(amount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
