import { Button } from '@radix-ui/themes'
import { Link } from 'react-router-dom'
import { Facts, SampleTitle } from '../components/facts.tsx'
import { demoAddress } from '../forms/native-fields.tsx'
import { scrollToSection } from '../shell/links.tsx'
import { useHidePlanMessage } from './pricing.tsx'

export function Hero() {
  const hidePlanMessage = useHidePlanMessage()
  function start() {
    hidePlanMessage()
    scrollToSection('pricing')
  }
  return (
    <section id="hero" className="hero" aria-labelledby="hero-title">
      <Guilloche />
      <div className="hero-text">
        <p className="kicker">Trading automatico sul forex, 24 ore su 24</p>
        <h1 id="hero-title">
          <span>Il mercato non</span> <span>chiude mai.</span> <span>Il tuo bot nemmeno.</span>
        </h1>
        <p className="lead">
          Un bot di trading con intelligenza artificiale che impara dal mercato, limita le perdite con lo
          stop-loss automatico e si segue dal telefono.
        </p>
        <div className="actions">
          <Button size="4" onClick={start}>
            Inizia con €500
          </Button>
          <Button size="4" variant="outline" asChild>
            <Link to={demoAddress}>Prenota Demo</Link>
          </Button>
        </div>
      </div>
      <SampleAccount />
    </section>
  )
}

const figures = [
  ['Guadagno del mese', '+15,6%'],
  ['Operazioni attive', '12'],
  ['Operazioni riuscite', '95%'],
] as const

const totals = [
  ['Profitto totale', '+2.847,50\u00a0€'],
  ['Drawdown massimo', '−8,3%'],
] as const

// Equity over a month: rises and falls, as any curve does.
const curve =
  'M0 118 L28 104 L52 112 L84 84 L112 92 L140 70 L168 88 L196 96 L228 60 L256 66 L288 40 L316 54 L344 30 L380 20'

/** The hero's sample trading card. */
const SampleAccount = () => (
  <figure className="sample-account">
    <figcaption>
      <SampleTitle>Conto campione</SampleTitle>
    </figcaption>
    {/* The possible loss is shown as large as the gain. */}
    <Facts className="sample-totals" facts={totals} />
    <svg
      className="sample-curve"
      viewBox="0 0 380 140"
      role="img"
      aria-label="Andamento di un conto campione"
    >
      {[20, 60, 100].map(y => (
        <line key={y} x1="0" x2="380" y1={y} y2={y} />
      ))}
      <path d={curve} pathLength={1} />
    </svg>
    <Facts className="rows" facts={figures} />
  </figure>
)

const ellipses = 24
const angles = Array.from({ length: ellipses }, (_, index) => (index * 180) / ellipses)

/** The fine interlaced lines of a share certificate. */
export const Guilloche = () => (
  <svg className="guilloche" viewBox="-100 -100 200 200" aria-hidden="true">
    {angles.map(angle => (
      <ellipse key={angle} rx="96" ry="38" transform={`rotate(${angle})`} />
    ))}
  </svg>
)

/** Each with a small plate, drawn with the lines of a chart. */
const features = [
  {
    name: 'Algoritmi intelligenti',
    text: 'Modelli di apprendimento automatico che si aggiornano con il mercato.',
    drawing: (
      <>
        <path d="M2 46c20 0 24-34 48-34s28 24 68 22" />
        <path d="M2 38c24 0 26-16 48-16s30 14 68 12" />
        <path className="drawn" d="M2 30c26 0 28 0 48 0s32 4 68 4" />
        <circle cx="118" cy="34" r="2.5" />
      </>
    ),
  },
  {
    name: 'Analisi predittiva',
    text: 'Prezzi, volumi e notizie letti insieme, prima di ogni ordine.',
    drawing: (
      <>
        <path d="M2 44 18 34l14 6 16-18 14 6 10-8" />
        <path className="drawn" d="M72 20l46-12M72 20l46 4M72 20l46 20" strokeDasharray="3 3" />
        <path d="M72 4v48" />
      </>
    ),
  },
  {
    name: 'Gestione del rischio',
    text: 'Stop-loss automatico e perdita massima giornaliera che scegli tu.',
    drawing: (
      <>
        <path d="M2 14 22 22l16-8 18 16 14-4 14 16" />
        <path className="drawn" d="M2 42h116" strokeDasharray="6 3" />
        <circle cx="84" cy="42" r="3" />
        <path d="M84 42h34M2 52h116" />
      </>
    ),
  },
  {
    name: 'Esecuzione rapida',
    text: 'Gli ordini partono appena il segnale si forma.',
    drawing: (
      <>
        <path d="M6 10v36M26 16v30M46 8v26M66 14v24M86 4v26" />
        <path d="M2 20h8v16h-8zM22 26h8v12h-8zM42 14h8v12h-8zM62 20h8v10h-8z" />
        <path className="drawn" d="M82 10h8v12h-8z M98 16h12m-5-5 5 5-5 5" />
      </>
    ),
  },
  {
    name: 'App mobile',
    text: 'Operazioni e risultati sempre sul telefono.',
    drawing: (
      <>
        <path d="M2 2h32v52H2zM2 10h32M2 44h32M14 49h8" />
        <path className="drawn" d="m6 38 8-8 6 4 10-16" />
      </>
    ),
  },
  {
    name: 'Trading 24/7',
    text: 'Il bot segue i mercati giorno e notte, senza pause.',
    drawing: (
      <>
        <circle cx="26" cy="28" r="24" />
        <path d="M26 4v6M26 46v6M2 28h6M44 28h6M9 11l4 4M39 41l4 4M43 11l-4 4M13 41l-4 4" />
        <path className="drawn" d="M26 14v14l10 6" />
      </>
    ),
  },
]

export const Features = () => (
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
