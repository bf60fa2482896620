import { Button } from '@radix-ui/themes'
import { Link } from 'react-router-dom'
import { sampleFigures } from '../content/plans.ts'
import { Facts } from '../shell/facts.tsx'
import { Guilloche } from './guilloche.tsx'
import { demoAddress } from './phone-fields.tsx'
import { useHidePlanMessage } from './plan-message.ts'
import { scrollToSection } from './scroll-to.ts'
import './hero.css'

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

function Curve() {
  return (
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
  )
}

/** The hero's sample trading card. */
function SampleAccount() {
  return (
    <figure className="sample-account">
      <figcaption>
        <span>Conto campione</span>
        <span className="sample-label">{sampleFigures}</span>
      </figcaption>
      {/* The possible loss is shown as large as the gain. */}
      <Facts className="sample-totals" facts={totals} />
      <Curve />
      <Facts className="rows" facts={figures} />
    </figure>
  )
}
