import { Button } from '@radix-ui/themes'
import { Link } from 'react-router-dom'
import { Guilloche } from './guilloche.tsx'
import { useHidePlanMessage } from './plan-message.ts'
import { demoAddress } from './questionnaire-address.ts'
import { SampleAccount } from './sample-account.tsx'
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
