import type { ReactNode } from 'react'
import { operator } from '../content/brand.ts'
import { Links, legalPages } from '../shell/links.tsx'
import { Page } from '../shell/page.tsx'
import './legal.css'

export type Clause = { id: string; title: string; body: ReactNode }

const Index = ({ clauses }: { clauses: Clause[] }) => (
  <nav className="legal-index" aria-labelledby="legal-index-title">
    <h2 id="legal-index-title">Indice</h2>
    <ol>
      {clauses.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
)

const footer = (
  <footer className="legal-footer">
    <nav className="sheet" aria-label="Note legali">
      <Links links={legalPages} />
    </nav>
  </footer>
)

/** One legal text in numbered clauses, set to be read and printed. */
export const LegalPage = ({ title, lead, clauses }: { title: string; lead: string; clauses: Clause[] }) => (
  <Page title={title} className="legal" footer={footer}>
    <header className="legal-head">
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="legal-draft" role="note">
          <strong>Testo da completare.</strong> Descrive come funziona il servizio; le parti tra parentesi
          quadre spettano a chi lo gestisce, e l'insieme va rivisto da un legale prima della pubblicazione.
        </p>
      </div>
      <Index clauses={clauses} />
    </header>
    {clauses.map(({ id, title, body }) => (
      <section key={id} id={id} className="clause" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <div className="clause-text">{body}</div>
      </section>
    ))}
  </Page>
)

/** What only the operator can write: marked on the page until it is written. */
export const Blank = ({ children }: { children: string }) => <mark className="blank">[{children}]</mark>

const missing: Record<keyof typeof operator, string> = {
  company: 'ragione sociale',
  address: 'sede legale',
  vatNumber: 'partita IVA',
  privacyEmail: 'indirizzo email per la privacy',
  court: 'foro competente',
}

export const Operator = ({ detail }: { detail: keyof typeof operator }) =>
  operator[detail] ? <span>{operator[detail]}</span> : <Blank>{missing[detail]}</Blank>
