import type { ReportLink } from '@tba/events/reports/views.ts'
import { useState } from 'react'
import { count } from '../../components/format.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { useAction } from '../api/reads.ts'
import { CopyButton, Select, TextButton } from '../parts/filters/controls.tsx'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { SavedBy } from '../parts/words/actors.tsx'
import { ReportPanel } from './report-panel.tsx'
import { linkReport, revokeLink, type useReportLinks } from './reports-data.ts'

const durations = [7, 30, 90, 365].map(days => ({ value: String(days), label: `${days} giorni` }))

type Props = { id: string; links: ReturnType<typeof useReportLinks>; mayShare: boolean; close: () => void }

function stateOf({ revokedAt, expiresAt }: ReportLink) {
  if (revokedAt) return 'revocato'
  return Date.parse(expiresAt) > Date.now() ? 'vale' : 'scaduto'
}

/** The links of a report. A new one is shown once: only its holder has the token. */
export default function LinksPanel({ id, links, mayShare, close }: Props) {
  const [days, setDays] = useState('90')
  const [made, setMade] = useState<string | null>(null)
  const making = useAction('Link non creato: riprova.', links.mutate)
  const revoking = useAction('Link non revocato: riprova.', links.mutate)
  const create = () =>
    making.run(async () => setMade((await linkReport(id, Number(days))).url), 'Link creato')
  const revoke = (link: ReportLink) =>
    revoking.run(async () => {
      await revokeLink(id, link.id)
      setMade(null)
    }, 'Link revocato')
  const columns: Column<ReportLink>[] = [
    { name: 'Creato', cell: ({ createdAt }) => <MomentOf at={createdAt} /> },
    { name: 'Da', cell: ({ createdBy }) => <SavedBy actor={createdBy} /> },
    { name: 'Aperture', cell: ({ openings }) => count(openings) },
    { name: 'Ultima', cell: ({ lastAt }) => lastAt && <MomentOf at={lastAt} /> },
    { name: 'Vale fino a', cell: ({ expiresAt }) => <MomentOf at={expiresAt} /> },
    { name: 'Stato', cell: link => <span className="badge">{stateOf(link)}</span> },
    {
      name: 'Azioni',
      cell: link =>
        mayShare &&
        stateOf(link) === 'vale' && (
          <TextButton aria-label="Revoca questo link" onClick={() => void revoke(link)}>
            Revoca
          </TextButton>
        ),
    },
  ]
  return (
    <ReportPanel
      title="Link"
      answer={links}
      list={({ links: rows }) =>
        rows.length > 0 && <DataTable caption="I link di questo report" columns={columns} rows={rows} />
      }
      none="Nessun link, finora."
      close={close}
    >
      <p className="quiet small">
        Chi ha il link legge il report senza un account: solo conteggi, e i gruppi sotto cinque stanno insieme
        in «Altri». Due link con filtri diversi si possono sottrarre l’uno dall’altro: non condividere con la
        stessa persona parti che differiscono di poco.
      </p>
      {mayShare ? (
        <p className="report-line">
          <label htmlFor="link-days">Vale per</label>{' '}
          <Select id="link-days" options={durations} value={days} choose={setDays} />{' '}
          <CommandButton busy={making.busy} onClick={() => void create()}>
            Crea un link
          </CommandButton>
        </p>
      ) : (
        <p className="quiet small">Solo un amministratore può creare e revocare link.</p>
      )}
      {made && (
        <p className="report-line" role="status">
          <code className="report-link">{made}</code>{' '}
          <CopyButton text={made} label="Copia" done="Link copiato" failed="Link non copiato" />{' '}
          <span className="quiet small">Si vede solo adesso.</span>
        </p>
      )}
    </ReportPanel>
  )
}
