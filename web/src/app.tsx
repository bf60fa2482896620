import { Button } from '@radix-ui/themes'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigationType,
} from 'react-router-dom'
import { useCurrentUser } from './accounts/current-user.ts'
import { Fetching } from './accounts/fetching.tsx'
import { useOwnCustomerOnly } from './accounts/other-tabs.ts'
import { useSessionEnded } from './accounts/session.ts'
import { lazyPart } from './components/on-demand.ts'
import LandingPage from './landing/landing.page.tsx'
import { useLive } from './live/use-live.ts'
import { Offline } from './shell/connection.tsx'
import { takeFocus } from './shell/focus.ts'
import { scrollToSection } from './shell/links.tsx'
import { ErrorBoundary, LoadFailure, NotFoundPage, Notice, Part, WaitingPage } from './shell/page-states.tsx'
import { useApplyTheme } from './shell/theme.tsx'
import { giveTypedTextBack } from './shell/typed-text.ts'
import { ToastOutlet } from './toasts/toast-outlet.tsx'
import { useAskConsent, useAskingConsent } from './tracking/consent.ts'

/**
 * A page whose code is loaded on demand. Once preloaded it does not suspend, as prerendering and hydration need it. A page that
 * is prerendered without it only shows that it waits, even if an earlier page has loaded the same code.
 */
function page(path: string, load: () => Promise<{ default: ComponentType }>) {
  const Lazy = lazyPart(import.meta.env.SSR ? () => new Promise<never>(() => {}) : load)
  let Loaded: ComponentType | null = null
  return {
    path,
    async preload() {
      Loaded = (await load()).default
    },
    Page: () => (Loaded ? <Loaded /> : <Lazy />),
  }
}

// The landing page is part of the first load.
const pages = [
  page('/auth', () => import('./accounts/auth.page.tsx')),
  page('/reset-password', () => import('./accounts/reset-password.page.tsx')),
  page('/privacy', () => import('./legal/privacy.page.tsx')),
  page('/termini', () => import('./legal/terms.page.tsx')),
  page('/cookie', () => import('./legal/cookie.page.tsx')),
  page('/press-kit', () => import('./press-kit/press-kit.page.tsx')),
  page('/questionnaire', () => import('./questionnaires/questionnaire.page.tsx')),
  page('/strategies', () => import('./strategies/strategies.page.tsx')),
  page('/admin/login', () => import('./admins/login.page.tsx')),
  page('/admin/invitation', () => import('./admins/accounts/invitation.page.tsx')),
  page('/letters', () => import('./admins/reports/letters.page.tsx')),
  // It also shows a report to those who have its link.
  ...['/admin/*', '/report'].map(path => page(path, () => import('./admins/console.page.tsx'))),
]
const customerPages = [
  page('/dashboard', () => import('./setup/dashboard.page.tsx')),
  page('/profile', () => import('./accounts/profile/profile.page.tsx')),
]

const routeOf = ({ path, Page }: ReturnType<typeof page>) => (
  <Route key={path} path={path} element={<Page />} />
)

/** The router also takes a final slash and capitals: the page has one address. Ids in the console keep their case. */
function ownPath(pathname: string) {
  if (![...pages, ...customerPages].some(({ path }) => matchPath(path, pathname))) return pathname
  return pathname.replace(/\/+$/, '').replace(/^(\/[^/]*){1,2}/, start => start.toLowerCase())
}

/** Resolves when the page of this address can render at once; rejects if its code does not load. */
export async function preloadPage(pathname: string) {
  await [...pages, ...customerPages].find(({ path }) => matchPath(path, pathname))?.preload()
}

/** Whether a page belongs to the console, shows its report or answers its letters, where nothing is tracked and nobody is asked for consent. */
export const isForAdministrators = (pathname: string) => /^\/(admin|report|letters)(\/|$)/.test(pathname)

export function App() {
  const location = useLocation()
  const { pathname } = location
  const isConsole = isForAdministrators(pathname)
  const own = ownPath(pathname)
  if (own !== pathname) return <Navigate replace to={{ ...location, pathname: own }} />
  return (
    <PageRoot>
      {/* First in the order of the Tab key, at the foot of the window. */}
      <div className="page-notices">
        <Part silent>
          <Offline />
        </Part>
        <Part silent>{isConsole || <ConsentOutlet />}</Part>
      </div>
      <Fetching>
        {/* The console stays mounted while its pages change, and has an error boundary for each. */}
        <ErrorBoundary key={isConsole ? 'console' : pathname}>
          <Suspense fallback={<WaitingPage />}>
            <Routes>
              <Route path="/" element={<LandingPage />} />
              {pages.map(routeOf)}
              <Route element={<ProtectedRoute />}>{customerPages.map(routeOf)}</Route>
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </Fetching>
      <Part silent>
        <ToastOutlet />
      </Part>
      <Effects />
    </PageRoot>
  )
}

/** A visitor is sent to `/auth`; a customer whose session ends while the page is open sees a notice. */
function ProtectedRoute() {
  const { user, isLoading, error, retry } = useCurrentUser()
  const ended = useSessionEnded()
  useLive()
  useOwnCustomerOnly()

  if (ended) {
    return (
      <Notice title="Accesso Richiesto">
        <p>La sessione è terminata. Accedi di nuovo per tornare alla tua area privata.</p>
        <Button size="3" asChild>
          {/* What had the focus is no longer on the page. */}
          <Link to="/auth" ref={takeFocus}>
            Accedi
          </Link>
        </Button>
      </Notice>
    )
  }
  if (user) return <Outlet />
  if (isLoading) return <WaitingPage />
  if (error) return <LoadFailure error={error} retry={retry} />
  return <Navigate to="/auth" replace />
}

// If it does not load, the visitor is not asked, so there is no consent.
const ConsentBanner = lazy<ComponentType>(() =>
  import('./tracking/consent.banner.tsx').catch(() => ({ default: () => null })),
)

/** The banner's code comes only to those who are asked. */
function ConsentOutlet() {
  useAskConsent()
  const asking = useAskingConsent()
  if (asking === null || asking === 'no') return null
  return (
    <Suspense fallback={null}>
      <ConsentBanner />
    </Suspense>
  )
}

/** Its own component: a change here must not render `App` again, with the page that is hydrating. */
function Effects() {
  useApplyTheme()
  useScroll()
  useNewHeading()
  // After hydration, which would empty the fields.
  useEffect(giveTypedTextBack, [])
  return null
}

/** Scrolls a new page to its top or to the section in its URL. Back keeps the position; a section's link always scrolls. */
function useScroll() {
  const { pathname, hash, key } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes each choice of a link a new one.
  useEffect(() => {
    const isNew = shown.current !== pathname
    shown.current = pathname
    const id = hash.slice(1)
    if (id && !isNew) scrollToSection(id)
    else if (id) document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
    else if (isNew && navigation === 'PUSH') window.scrollTo(0, 0)
  }, [pathname, hash, key, navigation])
}

/** A new page's heading takes the focus that the old page lost, so that a screen reader reads it. */
function useNewHeading() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (isForAdministrators(pathname) || location.hash) return
    const focus = () => {
      const heading = document.querySelector<HTMLElement>('main h1:not(.visually-hidden)')
      if (!heading) return
      observer.disconnect()
      if (document.activeElement !== document.body) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(focus)
    observer.observe(document.body, { childList: true, subtree: true })
    focus()
    return () => observer.disconnect()
  }, [pathname])
}

/** What Themes' stylesheets need of its `Theme` component, which would add 10 KB to the first load. Popups load it. */
const PageRoot = ({ children }: { children: ReactNode }) => (
  <div
    className="radix-themes page"
    data-accent-color="jade"
    data-gray-color="sand"
    data-panel-background="solid"
    data-radius="small"
    data-scaling="100%"
  >
    {children}
  </div>
)
