import { Button } from '@radix-ui/themes'
import { matchPath, NavLink, useLocation, useNavigate } from 'react-router-dom'
import { Masthead } from '../shell/masthead.tsx'
import { ThemeSwitcher } from '../shell/theme-switcher.tsx'
import { useToast } from '../shell/toast.ts'
import { endSession } from './console-call.ts'
import { PaletteButton } from './palette/palette.button.tsx'
import { ReadSideNote } from './projections/read-side-note.tsx'
import { pathOf, type Room, rooms } from './rooms.ts'
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

/** Whether the room at this address is reached from that one. */
const isAround = ({ name }: Room, pathname: string) =>
  rooms.some(room => room.within === name && matchPath(`/admin/${pathOf(room)}`, pathname))

function Rooms() {
  const { pathname } = useLocation()
  return (
    <div className="console-rooms">
      <nav aria-label="Stanze della console">
        {rooms
          .filter(({ within }) => !within)
          .map(room => (
            <NavLink
              key={room.name}
              to={`/admin/${pathOf(room)}`}
              className={({ isActive }) => (isActive || isAround(room, pathname) ? 'active' : '')}
            >
              {room.title}
            </NavLink>
          ))}
      </nav>
      <ReadSideNote />
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
