import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import NotFoundPage from '../shell/not-found.page.tsx'
import { WaitingPage } from '../shell/waiting.tsx'
import type { CameFrom } from './came-from.ts'
import { ConsoleHeader } from './console-header.tsx'
import { fromThisBuild, useNewVersionToast } from './new-version.ts'
import { focusRoom } from './room-focus.ts'
import { pathOf, rooms } from './rooms.ts'
import { sessionIn, useToken } from './token.ts'
import './console.css'

const files = import.meta.glob<{ default: ComponentType }>('./**/*.room.tsx')

const doors = rooms.map(room => {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${room.name}.room.tsx`))
  if (!found) throw new Error(`The room ${room.name} has no file`)
  return { path: pathOf(room), Room: lazy(fromThisBuild(found[1])) }
})

function titleAt(pathname: string): string {
  const room = rooms.find(one => matchPath(`/admin/${pathOf(one)}`, pathname))
  return room ? `Stanza: ${room.title}` : ''
}

/** Beside a room whose code is there: whoever came by a link that is gone now goes on in the room, not before the page. */
function Arrival({ pathname, last }: { pathname: string; last: RefObject<string | null> }) {
  useEffect(() => {
    if (last.current !== null && last.current !== pathname) focusRoom()
    last.current = pathname
  }, [pathname, last])
  return null
}

/** The frame around every room. Each session has its own cache, so that the next administrator sees nothing of it. */
function Frame({ token }: { token: string }) {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const last = useRef<string | null>(null)
  useNewVersionToast()
  return (
    <SWRConfig key={sessionIn(token)} value={{ provider: () => new Map() }}>
      <ConsoleHeader />
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<WaitingPage />}>
          <Outlet />
          <Arrival pathname={pathname} last={last} />
        </Suspense>
      </ErrorBoundary>
      <p className="visually-hidden" aria-live="polite">
        {pathname !== first && titleAt(pathname)}
      </p>
    </SWRConfig>
  )
}

function Guard() {
  const token = useToken()
  const { pathname, search } = useLocation()
  const [wasSignedIn] = useState(token !== null)
  if (token !== null) return <Frame token={token} />
  const state: CameFrom = { to: pathname + search, ended: wasSignedIn }
  return <Navigate to="/admin/login" replace state={state} />
}

export default function ConsolePage() {
  return (
    <Routes>
      <Route element={<Guard />}>
        {doors.map(({ path, Room }) => (
          <Route key={path} path={path} element={<Room />} />
        ))}
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
