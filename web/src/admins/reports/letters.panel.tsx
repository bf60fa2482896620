import { orderLetters as rule } from '@tba/events/reports/definition.ts'
import { type LetterEvery, letterEvery } from '@tba/events/reports/letter-times.ts'
import type { LetterRecipient, ReportLetters } from '@tba/events/reports/views.ts'
import { useState } from 'react'
import { CommandButton } from '../../forms/command-button.tsx'
import { useAction } from '../api/reads.ts'
import { Select, TextButton } from '../parts/filters/controls.tsx'
import { type Column, DataTable } from '../parts/lists/data-table.tsx'
import { MomentOf } from '../parts/time/times.tsx'
import { Actor } from '../parts/words/actors.tsx'
import { letterEnds, letterTimes } from '../parts/words/letter-words.ts'
import { ReportPanel } from './report-panel.tsx'
import { endLetters, orderLetters, testLetters, useReportLetters } from './reports-data.ts'

const everyOptions = letterEvery.map(value => ({ value, label: letterTimes[value] }))
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `alle ${hour}` }))

function stateOf({ state, why, isTrial }: LetterRecipient): string {
  if (state === 'waiting') return 'deve confermare'
  if (state === 'active') return isTrial ? 'prova in corso' : 'attiva'
  return letterEnds[why ?? 'deleted']
}

const Delivery = ({ at, refusal }: LetterRecipient['log'][number]) => (
  <>
    <MomentOf at={at} /> <span>{refusal === null ? 'consegnata' : `rifiutata (${refusal})`}</span>
  </>
)

function Deliveries({ log: [last, ...earlier] }: LetterRecipient) {
  if (!last) return <span className="quiet">nessuna</span>
  if (earlier.length === 0) return <Delivery {...last} />
  return (
    <details>
      <summary>
        <Delivery {...last} />
      </summary>
      <ul>
        {earlier.map(delivery => (
          <li key={delivery.at}>
            <Delivery {...delivery} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const columns: Column<LetterRecipient>[] = [
  {
    name: 'Destinatario',
    cell: ({ account, email }) =>
      account === null ? (email ?? '—') : <Actor actor={`admin:${account}`} hasKind={false} />,
  },
  { name: 'Stato', cell: recipient => <span className="badge">{stateOf(recipient)}</span> },
  { name: 'Consegne', cell: recipient => <Deliveries {...recipient} /> },
]

function Ordered({ letters, changed }: { letters: ReportLetters; changed: () => Promise<unknown> }) {
  const { id, every, hour, next, recipients } = letters
  const { busy, run } = useAction('Non riuscito: riprova.', changed)
  const when = `${letterTimes[every]} alle ${hour}`
  return (
    <div>
      <p className="report-line">
        <b>{when}</b>
        {recipients.some(({ state, isTrial }) => state === 'active' && !isTrial) && (
          <span>
            <span className="quiet">prossima</span> <MomentOf at={next} />
          </span>
        )}
        <TextButton
          disabled={busy}
          onClick={() => run(() => testLetters(id), 'Prova in arrivo al tuo indirizzo')}
        >
          Invia una prova
        </TextButton>
        <TextButton disabled={busy} onClick={() => run(() => endLetters(id), 'Lettere eliminate')}>
          Elimina
        </TextButton>
      </p>
      <DataTable caption={`Chi le riceve ${when}`} columns={columns} rows={recipients} />
    </div>
  )
}

type Props = { id: string; mayShare: boolean; close: () => void }

/** Who gets this report by mail, when, and what was delivered. */
export default function LettersPanel({ id, mayShare, close }: Props) {
  const answer = useReportLetters(id)
  const [every, setEvery] = useState<LetterEvery>('week')
  const [hour, setHour] = useState('8')
  const [to, setTo] = useState('')
  const { busy, run } = useAction('Lettere non ordinate: riprova.', answer.mutate)
  const order = { every, hour: Number(hour), to: to.split(/[\s,;]+/).filter(Boolean) }
  const create = () =>
    run(async () => {
      await orderLetters(id, order)
      setTo('')
    }, 'Lettere ordinate')
  return (
    <ReportPanel
      title="Lettere"
      answer={answer}
      list={({ letters }) =>
        letters.length > 0 &&
        letters.map(each => <Ordered key={each.id} letters={each} changed={answer.mutate} />)
      }
      none="Nessuna lettera, finora."
      close={close}
    >
      <p className="quiet small">
        <span>
          Il report per posta, sul periodo chiuso e quello prima: ogni giorno su ieri, il lunedì sulla
          settimana, il primo sul mese; ora di Roma. Solo conteggi.
        </span>{' '}
        <span>
          {mayShare
            ? 'Un indirizzo senza account riceve prima una domanda, e le lettere solo se conferma.'
            : 'A indirizzi senza account della console le manda solo un amministratore.'}
        </span>
      </p>
      <p className="report-line">
        <Select aria-label="Quando" options={everyOptions} value={every} choose={setEvery} />
        <Select aria-label="A che ora" options={hours} value={hour} choose={setHour} />
        <input
          className="text-filter"
          aria-label="A chi"
          placeholder="A chi: indirizzi, separati da una virgola"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <CommandButton busy={busy} disabled={!rule.safeParse(order).success} onClick={() => void create()}>
          Ordina le lettere
        </CommandButton>
      </p>
    </ReportPanel>
  )
}
