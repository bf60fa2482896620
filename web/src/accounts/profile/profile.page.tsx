import { CameraIcon } from '@radix-ui/react-icons'
import { webAddress } from '@tba/events/accounts/profile.ts'
import type { User } from '@tba/events/accounts/views.ts'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { shownEmail } from '../../components/email.ts'
import { Facts } from '../../components/facts.tsx'
import { BackMasthead, usePageTitle } from '../../shell/page.tsx'
import { LoadFailure, Part, WaitingPage } from '../../shell/page-states.tsx'
import { ReloadButton } from '../../shell/reload.tsx'
import { Security } from '../security/security.tsx'
import { ProfileForm } from './profile.form.tsx'
import { socialFields, useProfile, zoneName } from './profile.ts'
import './profile.css'

export default function ProfilePage() {
  const { data: profile, error, mutate } = useProfile()
  usePageTitle('Profilo')

  if (profile === undefined && !error) return <WaitingPage />
  // An answer that is not a profile cannot be shown.
  if (!profile) return <LoadFailure error={error} retry={mutate} />
  return (
    <>
      <BackMasthead to="/dashboard" label="Torna alla dashboard" />
      <main className="profile sheet">
        <h1>Il tuo profilo</h1>
        <div className="profile-columns">
          <Part>
            <ProfileCard user={profile} />
          </Part>
          <Part>
            <ProfileForm profile={profile} />
          </Part>
        </div>
        <Part>
          <Security email={profile.email} />
        </Part>
      </main>
    </>
  )
}

const links = [{ name: 'website', label: 'Sito web' }, ...socialFields] as const

/** The links that pass the rules for input: a stored URL is not trusted more than a typed one. */
function Links({ user }: { user: User }) {
  const safe = links.flatMap(({ name, label }) => {
    const { data } = webAddress.safeParse(user[name])
    return data ? [{ label, address: data }] : []
  })
  if (safe.length === 0) return null
  return (
    <ul className="profile-links" aria-label="I tuoi link" data-private>
      {safe.map(({ label, address }) => (
        <li key={label}>
          <a href={address} target="_blank" rel="noopener noreferrer nofollow">
            <span>{label}</span>
            <span className="visually-hidden"> (si apre in una nuova scheda)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const facts = (user: User) =>
  [
    ['Email', shownEmail(user.email)],
    ['Telefono', user.phone],
    ['WhatsApp', user.whatsappNumber],
    ['Paese', user.country],
    ['Fuso orario', user.timezone && zoneName(user.timezone)],
  ].flatMap(([name, value]) => (name && value ? [[name, value] as const] : []))

/** The profile as it is saved. */
function ProfileCard({ user }: { user: User }) {
  const [isChoosing, setChoosing] = useState(false)
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <section className="profile-card" aria-labelledby="profile-name">
      <div className="profile-picture">
        <Avatar user={user} />
        <button
          type="button"
          className="picture-button"
          aria-label="Cambia immagine del profilo"
          onClick={() => setChoosing(true)}
        >
          <CameraIcon aria-hidden width={18} height={18} />
        </button>
      </div>
      <h2 id="profile-name" data-private>
        {name || 'Completa il tuo profilo'}
      </h2>
      <Facts className="rows" data-private facts={facts(user)} />
      {user.bio && (
        <p className="profile-bio" data-private>
          {user.bio}
        </p>
      )}
      <Links user={user} />
      {isChoosing && <ProfileImageDialog close={() => setChoosing(false)} />}
    </section>
  )
}

const initialsOf = ({ firstName, lastName, email }: User) =>
  [firstName, lastName].map(name => [...name.trim()][0] ?? '').join('') || [...email][0] || ''

/** The picture, or the initials if there is none or it does not load. */
function Avatar({ user }: { user: User }) {
  const { profileImageUrl: url } = user
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  return (
    <div className="avatar" data-private>
      {url && url !== failedUrl ? (
        <img src={url} alt="La tua immagine del profilo" onError={() => setFailedUrl(url)} />
      ) : (
        <span aria-hidden>{initialsOf(user)}</span>
      )}
    </div>
  )
}

const WidgetFailure = () => (
  <p className="field-error" role="alert">
    <span>Non riusciamo ad aprire il caricamento. Controlla la connessione e salva le tue modifiche.</span>{' '}
    <ReloadButton />
  </p>
)

// Uppy is larger than the rest of the page. If it does not load, the page and the typed text stay.
const Widget = lazy(() => import('./profile-image.widget.tsx').catch(() => ({ default: WidgetFailure })))

const ProfileImageDialog = ({ close }: { close: () => void }) => (
  <Dialog
    title="Immagine del profilo"
    text="JPEG, PNG, WebP, GIF o AVIF, al massimo 5 MB. Parte appena la scegli e sostituisce l'immagine attuale."
    close={close}
  >
    <Suspense fallback={<div className="picture-widget skeleton" role="status" aria-label="Caricamento…" />}>
      <Widget close={close} />
    </Suspense>
  </Dialog>
)
