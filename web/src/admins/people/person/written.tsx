import { type RequestDetail, requestDetail } from '@tba/events/requests/views.ts'
import { useState } from 'react'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { readAs } from '../../api/calls.ts'
import { useRecord } from '../../api/reads.ts'
import { ViewState } from '../../parts/page/view-state.tsx'
import { Notes } from '../notes.tsx'

/** Read only while it is open. The look at the person was recorded for each request: this read is no further one. */
export function Written({ id, isLatest }: { id: string; isLatest: boolean }) {
  const [isOpen, setOpen] = useState(isLatest)
  const answer = useRecord(isOpen ? `/api/admin/requests/${id}` : null, readAs(requestDetail))
  return (
    <details className="person-state" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Che cosa ha scritto, e le note</summary>
      {answer.data ? (
        <Facts className="facts" facts={factsOf(answer.data)} />
      ) : (
        isOpen && <ViewState answer={answer} />
      )}
    </details>
  )
}

const factsOf = ({ submitted, notes }: RequestDetail): Fact[] => [
  ['Ha scritto', 'message' in submitted ? submitted.message : submitted.additionalInfo],
  ['Note', notes.length > 0 && <Notes key="notes" notes={notes} />],
]
