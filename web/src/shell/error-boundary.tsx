import { Button } from '@radix-ui/themes'
import { Component, type ReactNode } from 'react'
import { Notice } from './notice.tsx'

type Props = { children: ReactNode; otherwise?: ReactNode }

/** Replaces a screen that throws, or whose code does not arrive, by a way back, or by `otherwise` where that is given. */
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
