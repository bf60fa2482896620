import { visitList } from '@tba/events/visits/views.ts'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'
import { usePages } from '../api/pages.ts'
import { visitAddress } from '../parts/words/links.tsx'

const limit = 200
/** Further down the list, nobody has pressed a visit. */
const maxPages = 10

/** Links to the visits before and after in the list from which this one was opened. `list`: its filters. */
export function Neighbours({ list, id }: { list: string; id: string }) {
  const { pages, isComplete, isValidating, error, more } = usePages(`/api/admin/visits?${list}`, visitList, {
    limit,
  })
  const ids = pages.flatMap(({ visits }) => visits.map(visit => visit.id))
  const at = ids.indexOf(id)
  /** The one after the last one that is read is on the next page. */
  const isShort = at === -1 || at === ids.length - 1
  const goOn = !isComplete && !error && pages.length < maxPages
  const readOn = useEffectEvent(() => void more())
  useEffect(() => {
    if (pages.length > 0 && isShort && goOn && !isValidating) readOn()
  }, [pages.length, isShort, goOn, isValidating])
  if (pages.length === 0 || (at === -1 && goOn)) return <nav className="visit-about quiet">…</nav>
  const linkTo = (place: number, name: string) => {
    const other = ids[place]
    return other ? (
      <Link to={`${visitAddress(other)}?${new URLSearchParams({ list })}`}>{name}</Link>
    ) : (
      <span className="quiet">{name}</span>
    )
  }
  return (
    <nav className="visit-about" aria-label="Nell’elenco">
      {at === -1 ? (
        <span className="quiet">Nell’elenco da cui arrivi questa visita non c’è più.</span>
      ) : (
        <>
          {linkTo(at - 1, 'Visita più recente')}
          {linkTo(at + 1, 'Visita meno recente')}
          <span className="quiet">{`${at + 1} dell’elenco`}</span>
        </>
      )}
    </nav>
  )
}
