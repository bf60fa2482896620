import type { User } from '@tba/events/accounts/views.ts'
import { useState } from 'react'

const initialsOf = ({ firstName, lastName, email }: User) =>
  [firstName, lastName].map(name => [...name.trim()][0] ?? '').join('') || [...email][0] || ''

/** The picture, or the initials where there is none or it does not arrive. */
export function Avatar({ user }: { user: User }) {
  const { profileImageUrl: url } = user
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <div className="avatar" data-private>
      {url && url !== broken ? (
        <img src={url} alt="La tua immagine del profilo" onError={() => setBroken(url)} />
      ) : (
        <span aria-hidden>{initialsOf(user)}</span>
      )}
    </div>
  )
}
