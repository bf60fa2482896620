import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import NotFoundPage from '../shell/not-found.page.tsx'
import { WaitingPage } from '../shell/waiting.tsx'
import type { CameFrom } from './came-from.ts'
import { ConsoleHeader } from './console-header.tsx'
import { pathOf, rooms } from './rooms.ts'
import { sessionIn, useToken } from './token.ts'
import './console.css'

const files = import.meta.glob<{ default: ComponentType }>('./**/*.room.tsx')

const doors = rooms.map(room => {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${room.name}.room.tsx`))
  if (!found) throw new Error(`The room ${room.name} has no file`)
  return { path: pathOf(room), Room: lazy(found[1]) }
})

/** The frame around every room. Each session has its own cache, so that the next administrator sees nothing of it. */
function Frame({ token }: { token: string }) {
  const { pathname } = useLocation()
  return (
    <SWRConfig key={sessionIn(token)} value={{ provider: () => new Map() }}>
      <ConsoleHeader />
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<WaitingPage />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
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
