import { BackMasthead, usePageTitle } from '../../shell/page.tsx'
import { LoadFailure, WaitingPage } from '../../shell/page-states.tsx'
import { Security } from '../security/security.tsx'
import { ProfileCard } from './profile.card.tsx'
import { ProfileForm } from './profile.form.tsx'
import { useProfile } from './profile.ts'
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
          <ProfileCard user={profile} />
          <ProfileForm profile={profile} />
        </div>
        <Security email={profile.email} />
      </main>
    </>
  )
}
