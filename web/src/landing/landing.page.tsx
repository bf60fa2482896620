import { RiskBand } from '../components/facts.tsx'
import { brand } from '../content/brand.ts'
import { usePageTitle } from '../shell/page.tsx'
import { Closing, Faq } from './faq.tsx'
import { Footer, Header } from './header-footer.tsx'
import { Features, Hero } from './hero.tsx'
import { Performance, Testimonials } from './performance.tsx'
import { Pricing, usePresentPlanMessage } from './pricing.tsx'
import './header-footer.css'
import './landing.css'

/** A component of its own, so that its state does not render the whole page again. */
function PlanMessage() {
  usePresentPlanMessage()
  return null
}

export default function LandingPage() {
  usePageTitle(brand.tagline)
  return (
    <>
      <PlanMessage />
      <Header />
      <main className="landing-main">
        <div className="sheet">
          <Hero />
          <RiskBand />
          <Features />
          <Pricing />
          <Performance />
          <Testimonials />
          <Faq />
        </div>
        <Closing />
      </main>
      <Footer />
    </>
  )
}
