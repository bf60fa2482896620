import { Button } from '@radix-ui/themes'
import { Component, type ReactNode } from 'react'
import { Notice } from './page-states.tsx'

type Props = { children: ReactNode; otherwise?: ReactNode }

/** Shows `otherwise`, or a way back, instead of a page that throws or whose code does not load. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    const { children, otherwise } = this.props
    if (!this.state.broken) return children
    if (otherwise) return otherwise
    return (
      <Notice title="Qualcosa è andato storto">
        <p>La pagina non ha funzionato come doveva. I tuoi dati sono al sicuro.</p>
        <p className="actions">
          <Button size="3" onClick={() => window.location.reload()}>
            Ricarica la pagina
          </Button>
          {/* A full load: after a new deployment the files of the old page may be gone. */}
          <a href="/">Torna alla home</a>
        </p>
      </Notice>
    )
  }
}
