import { drawings } from './feature-drawings.tsx'
import './features.css'

const features = [
  {
    name: 'Algoritmi intelligenti',
    text: 'Modelli di apprendimento automatico che si aggiornano con il mercato.',
    drawing: drawings.learning,
  },
  {
    name: 'Analisi predittiva',
    text: 'Prezzi, volumi e notizie letti insieme, prima di ogni ordine.',
    drawing: drawings.prediction,
  },
  {
    name: 'Gestione del rischio',
    text: 'Stop-loss automatico e perdita massima giornaliera che scegli tu.',
    drawing: drawings.risk,
  },
  {
    name: 'Esecuzione rapida',
    text: 'Gli ordini partono appena il segnale si forma.',
    drawing: drawings.speed,
  },
  {
    name: 'App mobile',
    text: 'Operazioni e risultati sempre sul telefono.',
    drawing: drawings.mobile,
  },
  {
    name: 'Trading 24/7',
    text: 'Il bot segue i mercati giorno e notte, senza pause.',
    drawing: drawings.always,
  },
]

export function Features() {
  return (
    <section id="features" className="section" aria-labelledby="features-title">
      <h2 id="features-title">Che cosa fa il bot</h2>
      <ul className="features">
        {features.map(({ name, text, drawing }) => (
          <li key={name}>
            <svg viewBox="0 0 120 56" aria-hidden="true">
              {drawing}
            </svg>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
