import { useEffect, useEffectEvent } from 'react'
import { AnswerState } from '../parts/answer-state.tsx'
import { MoreButton } from '../parts/more.button.tsx'
import type { VisitFilterState } from './use-visit-filters.ts'

type Answer = {
  pages: readonly unknown[]
  isFirst: boolean
  error: Error | undefined
  isValidating: boolean
  isWhole: boolean
  more: () => unknown
  mutate: () => Promise<unknown>
}
type Props = { answer: Answer; hasRows: boolean; filters: VisitFilterState }

/** So many answers without a visit in them are asked for by themselves; then somebody has to want more. */
const mostUnasked = 30

/** What stands below the rows, or instead of them. */
export function VisitsState({ answer, hasRows, filters }: Props) {
  const { pages, isFirst, error, isWhole, isValidating, more } = answer
  const goOn = useEffectEvent(() => void more())
  const isSearching = !hasRows && !isWhole && !error && pages.length > 0 && pages.length < mostUnasked
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that holds nothing asks for the next one.
  useEffect(() => {
    if (isSearching && !isValidating) goOn()
  }, [isSearching, isValidating, pages.length])
  // Of what is wrong with what is asked for the server tells in its own words: asking again would not help.
  if (isFirst || error) return <AnswerState answer={{ ...answer, mutate: async () => more() }} />
  if (!hasRows && isWhole) return <None filters={filters} />
  if (isSearching) return <p role="status">Finora nessuna visita così: cerco più indietro…</p>
  return (
    <>
      {/* A rare filter gives up by time: a page of the answer may hold nothing, and the next one something. */}
      {!hasRows && !isWhole && <p>Finora nessuna visita così.</p>}
      <MoreButton
        label={hasRows ? 'Mostra altre' : 'Cerca più indietro'}
        isBusy={isValidating}
        isWhole={isWhole}
        more={more}
      />
    </>
  )
}

function None({ filters }: Pick<Props, 'filters'>) {
  if (!filters.isFiltered)
    return (
      <p className="list-empty">
        Nessuna visita, finora: chi apre il sito comparirà qui, con le pagine viste e ciò che ne è seguito.
      </p>
    )
  return (
    <div className="list-empty">
      <p>Nessuna visita corrisponde a questi filtri.</p>
      {(filters.of('page') !== '' || filters.of('referrer') !== '') && (
        <p className="quiet">
          Pagina e provenienza si cercano esattamente, per intero: /strategies, google.com. Scrivendo, ti si
          propone ciò che c’è nel registro.
        </p>
      )}
    </div>
  )
}
