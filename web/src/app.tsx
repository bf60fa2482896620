import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import LandingPage from './landing/landing.page.tsx'
import { scrollToSection } from './landing/scroll-to.ts'
import { isForAdministrators } from './shell/administrators.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Fetching } from './shell/fetching.tsx'
import NotFoundPage from './shell/not-found.page.tsx'
import { Offline } from './shell/offline.tsx'
import { ProtectedRoute } from './shell/protected-route.tsx'
import { screen } from './shell/screen.tsx'
import { useApplyTheme } from './shell/theme.ts'
import { ToastOutlet } from './shell/toast-outlet.tsx'
import { WaitingPage } from './shell/waiting.tsx'
import { ConsentOutlet } from './tracking/consent.outlet.tsx'

// The landing page is prerendered, so it comes with the first load; every other screen on demand.
const AuthPage = screen('/auth', () => import('./accounts/auth.page.tsx'))
const ResetPasswordPage = screen('/reset-password', () => import('./accounts/reset-password.page.tsx'))
const ProfilePage = screen('/profile', () => import('./accounts/profile.page.tsx'))
const DashboardPage = screen('/dashboard', () => import('./setup/dashboard.page.tsx'))
const CookiePage = screen('/cookie', () => import('./legal/cookie.page.tsx'))
const PrivacyPage = screen('/privacy', () => import('./legal/privacy.page.tsx'))
const TermsPage = screen('/termini', () => import('./legal/terms.page.tsx'))
const PressKitPage = screen('/press-kit', () => import('./press-kit/press-kit.page.tsx'))
const QuestionnairePage = screen('/questionnaire', () => import('./questionnaires/questionnaire.page.tsx'))
const StrategiesPage = screen('/strategies', () => import('./strategies/strategies.page.tsx'))
const AdminLoginPage = screen('/admin/login', () => import('./admins/login.page.tsx'))
const InvitationPage = screen('/admin/invitation', () => import('./admins/accounts/invitation.page.tsx'))
const ConsolePage = screen('/admin/*', () => import('./admins/console.page.tsx'))

function Screens() {
  return (
    <Routes>
      <Route path="/" element={<LandingPage />} />
      <Route path="/auth" element={<AuthPage />} />
      <Route element={<ProtectedRoute />}>
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/profile" element={<ProfilePage />} />
      </Route>
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
      <Route path="/termini" element={<TermsPage />} />
      <Route path="/cookie" element={<CookiePage />} />
      <Route path="/press-kit" element={<PressKitPage />} />
      <Route path="/questionnaire" element={<QuestionnairePage />} />
      <Route path="/strategies" element={<StrategiesPage />} />
      <Route path="/admin/login" element={<AdminLoginPage />} />
      <Route path="/admin/invitation" element={<InvitationPage />} />
      <Route path="/admin/*" element={<ConsolePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

/** A component of its own: `App`, and with it the screen being hydrated, must not render again with every change here. */
function Upkeep() {
  useApplyTheme()
  useStartOfPage()
  return null
}

export function App() {
  const { pathname } = useLocation()
  const administers = isForAdministrators(pathname)
  return (
    <PageRoot>
      {/* First in the order of the Tab key, at the foot of the window. */}
      <div className="page-notices">
        <Offline />
        {administers || <ConsentOutlet />}
      </div>
      <Fetching>
        {/* The console stays mounted while its pages change, and has an error boundary for each. */}
        <ErrorBoundary key={administers ? 'console' : pathname}>
          <Suspense fallback={<WaitingPage />}>
            <Screens />
          </Suspense>
        </ErrorBoundary>
      </Fetching>
      <ToastOutlet />
      <Upkeep />
    </PageRoot>
  )
}

/**
 * Scrolls a new screen to its top, or to the section in its URL; going back keeps the position. Another section of the
 * same screen is scrolled to, also when the same link is chosen again.
 */
function useStartOfPage() {
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

/**
 * The root element that Themes' stylesheets need, without its `Theme` component, whose positioning of tooltips would add
 * 10 KB to the landing page. Popups load that (`popups.tsx`).
 */
function PageRoot({ children }: { children: ReactNode }) {
  return (
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
}
