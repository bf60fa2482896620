import { Button } from '@radix-ui/themes'
import { type ErasureReceipt, erasureReceipt } from '@tba/events/people/views.ts'
import { useParams } from 'react-router-dom'
import { shownEmail } from '../../components/email.ts'
import { Facts } from '../../components/facts.tsx'
import { count } from '../../components/format.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { readAs } from '../api/calls.ts'
import { useRecord } from '../api/reads.ts'
import { CopyButton } from '../parts/filters/controls.tsx'
import { DetailPage } from '../parts/page/detail-page.tsx'
import { ReadButton } from '../parts/page/read-button.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { receiptAddress } from '../parts/words/links.tsx'
import { heldName } from './person/words.ts'
import './people.css'
import './person/person.css'

export default function ReceiptPage() {
  const { number = '' } = useParams()
  const answer = useRecord(`/api${receiptAddress(number)}`, readAs(erasureReceipt))
  usePageTitle(`Ricevuta ${number}`)
  return (
    <DetailPage
      className="receipt"
      back={{ to: '/admin/people', name: 'Persone' }}
      title="Ricevuta"
      answer={answer}
      notFound={{
        title: 'Nessuna ricevuta qui',
        text: 'Questo numero non c’è nel registro: forse manca una cifra, oppure il registro viene da una copia di prima della cancellazione, rimessa senza l’elenco delle cancellazioni.',
      }}
    >
      {receipt => (
        <>
          <Receipt receipt={receipt} />
          <div className="person-actions">
            <Button variant="outline" onClick={() => print()}>
              Stampa
            </Button>
            {receipt.keysDestroyedAt === null && (
              <ReadButton isBusy={answer.isValidating} read={answer.mutate} />
            )}
          </div>
        </>
      )}
    </DetailPage>
  )
}

/** Until when a backup may have what was erased. */
function backupsFact({ keysDestroyedAt, backupsUntil }: ErasureReceipt) {
  if (backupsUntil) return <MomentOf at={backupsUntil} />
  if (keysDestroyedAt === null) return 'Si saprà quando le chiavi saranno distrutte.'
  return 'Non impostato (BACKUPS_KEPT_DAYS): chiedi a chi gestisce il server per quanti giorni tiene le copie.'
}

function Receipt({ receipt }: { receipt: ErasureReceipt }) {
  const { number, at, by, erased, keysDestroyedAt } = receipt
  const kinds = Object.entries(erased)
  return (
    <article className="receipt-sheet">
      <h1>Ricevuta di cancellazione</h1>
      <p className="receipt-number">
        <span className="mono">{number}</span>
        <CopyButton text={number} label="Copia il numero" done="Numero copiato" failed="Numero non copiato" />
      </p>
      <Facts
        className="facts"
        facts={[
          ['Cancellato il', <MomentOf key="at" at={at} />],
          ['Da', shownEmail(by)],
          ...(kinds.length === 0
            ? [['Che cosa', 'Nulla: a questo indirizzo non c’era niente.'] as const]
            : kinds.map(([kind, amount]) => [heldName(kind), count(amount)] as const)),
          [
            'Chiavi distrutte',
            keysDestroyedAt ? (
              <MomentOf key="keys" at={keysDestroyedAt} />
            ) : kinds.length === 0 ? null : (
              'Non ancora: si distruggono quando ogni proiezione ha elaborato la cancellazione.'
            ),
          ],
          ['Nelle copie di sicurezza fino al', kinds.length === 0 ? null : backupsFact(receipt)],
        ]}
      />
      <p className="quiet small">
        Questa ricevuta non contiene dati personali, e resta nel registro. Si ritrova con il suo numero, nella
        pagina Persone.
      </p>
    </article>
  )
}
