import { Button } from '@radix-ui/themes'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { Masthead } from '../shell/masthead.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { ThemeSwitcher } from '../shell/theme-switcher.tsx'
import { LoginForm } from './login.form.tsx'
import { type CameFrom, useToken } from './token.ts'
import './login.css'

export default function AdminLoginPage() {
  const token = useToken()
  const from = useLocation().state as CameFrom | null
  usePageTitle('Accesso amministratori')

  if (token !== null) return <Navigate to={from?.to ?? '/admin/dashboard'} replace />
  return (
    <>
      <Masthead>
        <div className="masthead-actions">
          <ThemeSwitcher />
        </div>
      </Masthead>
      <main className="admin-login">
        <header>
          <p className="kicker">Area riservata</p>
          <h1>Accesso amministratori</h1>
          <p className="quiet">Solo per amministratori autorizzati.</p>
        </header>
        {from?.ended && (
          <p className="admin-login-ended" role="status">
            La sessione è terminata. Accedi di nuovo per tornare alla console.
          </p>
        )}
        <LoginForm />
        <Button variant="outline" color="gray" size="3" asChild>
          <Link to="/">Torna alla home</Link>
        </Button>
      </main>
    </>
  )
}
