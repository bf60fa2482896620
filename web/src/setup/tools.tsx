import { ArrowRightIcon } from '@radix-ui/react-icons'
import { Link } from 'react-router-dom'
import type { DialogName, Opens } from './dialogs/dialogs.tsx'

const tools: { dialog: DialogName; name: string; text: string }[] = [
  { dialog: 'monitoring', name: 'Monitoring in Tempo Reale', text: 'Operazioni e rendimento del giorno' },
  { dialog: 'bot-settings', name: 'Impostazioni Bot', text: 'Rischio, perdita massima, orari' },
  { dialog: 'credentials', name: 'Autenticazione MT4/MT5', text: 'Collega o aggiorna il conto' },
  { dialog: 'support', name: 'Centro Supporto', text: 'Apri un ticket, orari e contatti' },
]

export function Tools({ opens }: { opens: Opens }) {
  return (
    <>
      <section className="panel hub" aria-labelledby="hub-title">
        <h2 id="hub-title">Hub Strategie</h2>
        <p>35+ strategie di trading automatico da confrontare per rischio, orizzonte e deposito minimo.</p>
        <Link to="/strategies" className="hub-link">
          Esplora le strategie <ArrowRightIcon aria-hidden />
        </Link>
      </section>
      <section className="panel" aria-labelledby="tools-title">
        <h2 id="tools-title">Strumenti</h2>
        <ul className="tools">
          {tools.map(({ dialog, name, text }) => (
            <li key={dialog}>
              <button type="button" {...opens(dialog)}>
                <span>
                  <strong>{name}</strong>
                  <small>{text}</small>
                </span>
                <ArrowRightIcon aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
