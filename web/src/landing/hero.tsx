import { Button } from '@radix-ui/themes'
import { Link } from 'react-router-dom'
import { Facts, SampleTitle } from '../components/facts.tsx'
import { demoAddress } from '../forms/native-fields.tsx'
import { scrollToSection } from '../shell/links.tsx'
import { useHidePlanMessage } from './plan-banner.tsx'

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
        <SampleTitle>Conto campione</SampleTitle>
      </figcaption>
      {/* The possible loss is shown as large as the gain. */}
      <Facts className="sample-totals" facts={totals} />
      <Curve />
      <Facts className="rows" facts={figures} />
    </figure>
  )
}

const turns = 24
const angles = Array.from({ length: turns }, (_, turn) => (turn * 180) / turns)

/** The fine interlaced lines of a share certificate. */
export function Guilloche() {
  return (
    <svg className="guilloche" viewBox="-100 -100 200 200" aria-hidden="true">
      {angles.map(angle => (
        <ellipse key={angle} rx="96" ry="38" transform={`rotate(${angle})`} />
      ))}
    </svg>
  )
}
