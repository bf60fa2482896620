import { Button, IconButton } from '@radix-ui/themes'
import { consentWords } from '@tba/events/tracking/consent-banner.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { keepHeight } from '../components/keep-height.ts'
import { CrossIcon } from '../shell/icons.tsx'
import { type Consent, useAskingConsent, useChooseConsent } from './consent.ts'
import './consent.css'

/** Both buttons look alike; closing the banner counts as the refusal. */
export default function ConsentBanner() {
  const reopened = useAskingConsent() === 'reopened'
  const choose = useChooseConsent()
  const banner = useRef<HTMLElement>(null)
  // The page's end and the focused element stay above the banner.
  useEffect(
    () => (banner.current ? keepHeight(banner.current, document.documentElement, '--consent') : undefined),
    [],
  )
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (reopened) banner.current?.focus()
  }, [reopened])

  function answer(choice: Consent) {
    choose(choice)
    if (reopened && opener instanceof HTMLElement) opener.focus()
  }
  const refuse = () => answer('none')
  return (
    <section
      ref={banner}
      className="consent"
      aria-labelledby="consent-title"
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && refuse()}
    >
      <div className="consent-text">
        <p id="consent-title" className="consent-title">
          Preferenze cookie
        </p>
        <p>
          Contiamo le visite senza sapere di chi sono. Se accetti, possiamo collegarle a una tua richiesta o
          al tuo account. <Link to="/cookie">{consentWords.more}</Link>
        </p>
      </div>
      <div className="consent-answers">
        <Button size="3" variant="outline" onClick={refuse}>
          {consentWords.refuse}
        </Button>
        <Button size="3" variant="outline" onClick={() => answer('all')}>
          {consentWords.accept}
        </Button>
      </div>
      <IconButton size="3" variant="ghost" color="gray" aria-label={consentWords.close} onClick={refuse}>
        <CrossIcon />
      </IconButton>
    </section>
  )
}
