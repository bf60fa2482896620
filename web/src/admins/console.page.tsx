import { type ComponentType, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { hasStatus } from '../api/http.ts'
import { lazyPart } from '../components/on-demand.ts'
import { ErrorBoundary, WaitingPage } from '../shell/page-states.tsx'
import { ending, type LoginState, mustChangePassword, sessionIdOf, useToken } from './api/token.ts'
import { ConsoleHeader, pageAt, useSignOut } from './console-header.tsx'
import { consolePages, fileOf, pathOf } from './console-pages.ts'
import { LongQuestions } from './parts/page/long-questions.tsx'
import { focusPage } from './parts/page/page-focus.ts'
import './console.css'

const files = import.meta.glob<{ default: ComponentType }>('./*/*.page.tsx')

const routes = consolePages.map(page => {
  const load = files[`./${fileOf(page)}`]
  if (!load) throw new Error(`The page ${page.name} has no file`)
  return { path: pathOf(page), Page: lazyPart(load) }
})

/** For whoever has a link: outside of the console, and without its session. */
const SharedReportPage = lazyPart(() => import('./reports/shared-report.tsx'))

/** Its form is large, and seldom needed. */
const FirstPasswordPage = lazyPart(() => import('./accounts/first-password.tsx'))

function announcement(pathname: string): string {
  const page = pageAt(pathname)
  return page ? `Pagina: ${page.title}` : ''
}

/** After a navigation, the link with the focus may be gone: the page gets the focus. */
function FocusOnNewPage({ pathname, lastPath }: { pathname: string; lastPath: RefObject<string | null> }) {
  useEffect(() => {
    if (lastPath.current !== null && lastPath.current !== pathname) focusPage()
    lastPath.current = pathname
  }, [pathname, lastPath])
  return null
}

/** Just after a sign-in, a read may answer 503. */
const retryOptions = {
  shouldRetryOnError: (error: unknown) => hasStatus(error, 503),
  errorRetryInterval: 2_000,
  errorRetryCount: 3,
}

/** Each session has its own cache: the next administrator sees nothing of it. */
function ConsoleLayout({ token }: { token: string }) {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const lastPath = useRef<string | null>(null)
  return (
    <SWRConfig key={sessionIdOf(token)} value={{ provider: () => new Map(), ...retryOptions }}>
      <ConsoleHeader />
      <LongQuestions />
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<WaitingPage />}>
          <Outlet />
          <FocusOnNewPage pathname={pathname} lastPath={lastPath} />
        </Suspense>
      </ErrorBoundary>
      <p className="visually-hidden" aria-live="polite">
        {pathname !== first && announcement(pathname)}
      </p>
    </SWRConfig>
  )
}

function Guard() {
  const token = useToken()
  const { pathname, search } = useLocation()
  const [wasSignedIn] = useState(token !== null)
  const signOut = useSignOut()
  if (token !== null && mustChangePassword(token))
    return (
      <ErrorBoundary>
        <Suspense fallback={<WaitingPage />}>
          <FirstPasswordPage signOut={signOut} />
        </Suspense>
      </ErrorBoundary>
    )
  if (token !== null) return <ConsoleLayout token={token} />
  const state: LoginState = { to: pathname + search, ended: wasSignedIn, newRole: ending.newRole }
  return <Navigate to="/admin/login" replace state={state} />
}

const UnknownPage = () => (
  <main className="console">
    <h1>Pagina non trovata</h1>
    <p>
      A questo indirizzo la console non ha nessuna pagina. <Link to="/admin/dashboard">Vai al Cruscotto</Link>
    </p>
  </main>
)

export default function ConsolePage() {
  if (useLocation().pathname === '/report') return <SharedReportPage />
  return (
    <Routes>
      <Route element={<Guard />}>
        <Route index element={<Navigate to="/admin/dashboard" replace />} />
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  )
}
