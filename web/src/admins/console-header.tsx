import { Button } from '@radix-ui/themes'
import { NavLink, useNavigate } from 'react-router-dom'
import { Masthead } from '../shell/masthead.tsx'
import { ThemeSwitcher } from '../shell/theme-switcher.tsx'
import { useToast } from '../shell/toast.ts'
import { endSession } from './console-call.ts'
import { PaletteButton } from './palette/palette.button.tsx'
import { useReadSideDelayed } from './read-side.ts'
import { pathOf, rooms } from './rooms.ts'
import { currentToken, forgetToken } from './token.ts'

/** Signs out without waiting for the server: the token is removed even where the call fails. */
function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  return () => {
    const token = currentToken()
    navigate('/')
    forgetToken()
    toast({ title: 'Disconnesso' })
    if (token) endSession(token).catch(error => console.error('Sessione non chiusa sul server', error))
  }
}

function Rooms() {
  const isDelayed = useReadSideDelayed()
  return (
    <div className="console-rooms">
      <nav aria-label="Stanze della console">
        {rooms
          .filter(({ within }) => !within)
          .map(room => (
            <NavLink key={room.name} to={`/admin/${pathOf(room)}`}>
              {room.title}
            </NavLink>
          ))}
      </nav>
      <p role="status" data-delayed={isDelayed}>
        {isDelayed ? 'Letture in ritardo' : 'Letture al passo'}
      </p>
    </div>
  )
}

export function ConsoleHeader() {
  const signOut = useSignOut()
  return (
    <Masthead below={<Rooms />}>
      <span className="console-name">Console</span>
      <div className="masthead-actions">
        <PaletteButton />
        <ThemeSwitcher />
        <Button variant="outline" color="gray" onClick={signOut}>
          Esci
        </Button>
      </div>
    </Masthead>
  )
}
