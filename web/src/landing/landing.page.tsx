import { brand } from '../content/brand.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { RiskBand } from '../shell/risk-band.tsx'
import { Features } from './features.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import './landing.css'

export default function LandingPage() {
  usePageTitle(brand.tagline)
  return (
    <>
      <Header />
      <main className="landing">
        <Hero />
        <RiskBand />
        <Features />
        <Pricing />
      </main>
      <Footer />
    </>
  )
}
