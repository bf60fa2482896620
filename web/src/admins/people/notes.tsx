import type { RequestDetail } from '@tba/events/requests/views.ts'
import { shownEmail } from '../../components/email.ts'
import { MomentOf } from '../parts/time/times.tsx'

/** About a request, the newest first. */
export const Notes = ({ notes }: Pick<RequestDetail, 'notes'>) => (
  <ul className="request-notes">
    {notes.toReversed().map(({ at, by, text }) => (
      <li key={at}>
        <p>{text ?? <span className="quiet">cancellata</span>}</p>
        <span className="quiet small">
          <span>{shownEmail(by) ?? 'un account tolto'}</span> <MomentOf at={at} />
        </span>
      </li>
    ))}
  </ul>
)
