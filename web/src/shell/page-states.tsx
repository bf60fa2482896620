import { Button, Spinner } from '@radix-ui/themes'
import { Component, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { serverMessage } from '../api/http.ts'
import { brand } from '../content/brand.ts'
import { RetryButton } from '../forms/command-button.tsx'
import { takeLostFocus } from './focus.ts'
import { usePageTitle } from './page.tsx'
import { ReloadButton } from './reload.tsx'

/** A page with one message and one thing to do. */
export const Notice = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="notice">
    <section className="notice-card">
      <h1>{title}</h1>
      {children}
    </section>
  </main>
)

export function NotFoundPage() {
  usePageTitle('404 Page Not Found')
  return (
    <div lang="en">
      <Notice title="404 Page Not Found">
        <p>Did you forget to add the page to the router?</p>
        <p>
          <Link to="/">Back to the home page</Link>
        </p>
      </Notice>
    </div>
  )
}

export const LoadFailure = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <Notice title="Dati non disponibili">
    <p>
      Non riusciamo a caricare questa pagina. <span>{serverMessage(error, 'Controlla la connessione.')}</span>
    </p>
    <RetryButton size="3" retry={retry} />
  </Notice>
)

export const Waiting = () => (
  <div className="waiting" role="status">
    <Spinner size="3" aria-hidden />
    <span className="visually-hidden">Caricamento…</span>
  </div>
)

/** Shown while a page loads; with a title and a main landmark, like every page. */
export const WaitingPage = () => (
  <main>
    <h1 className="visually-hidden">{brand.name}</h1>
    <Waiting />
  </main>
)

type BoundaryProps = { children: ReactNode; fallback?: ReactNode }

/** Shows `fallback`, or a way back, instead of a page that throws or whose code does not load. */
export class ErrorBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.broken) return children
    if (fallback !== undefined) return fallback
    return (
      <Notice title="Qualcosa è andato storto">
        <p ref={takeLostFocus} tabIndex={-1}>
          La pagina non ha funzionato come doveva. I tuoi dati sono al sicuro.
        </p>
        <p className="actions">
          <Button size="3" asChild>
            <ReloadButton />
          </Button>
          {/* A full load: after a new deployment the files of the old page may be gone. */}
          <a href="/">Torna alla home</a>
        </p>
      </Notice>
    )
  }
}

/** A part of a page that may fail alone: the others stay. `silent`: nothing stands in its place. */
export const Part = ({ children, silent = false }: { children: ReactNode; silent?: boolean }) => (
  <ErrorBoundary
    fallback={
      silent ? null : (
        <p className="panel-error" role="alert" ref={takeLostFocus} tabIndex={-1}>
          <span>Questa parte non ha funzionato. Il resto funziona.</span> <ReloadButton />
        </p>
      )
    }
  >
    {children}
  </ErrorBoundary>
)
