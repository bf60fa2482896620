import { Link } from 'react-router-dom'
import { PriceList } from '../components/facts.tsx'
import { brand } from '../content/brand.ts'
import { Blank, type Clause, LegalPage } from './legal-page.tsx'

/** What the product keeps in a visitor's browser; the names are the ones a browser's tools show. */
const storedItems = [
  {
    name: 'session',
    storage: 'Cookie',
    use: "Mantiene aperto l'accesso all'area privata.",
    lasts: '14 giorni senza attività, 90 al massimo',
  },
  { name: 'consent', storage: 'Cookie', use: 'Ricorda la tua scelta sui cookie.', lasts: '6 mesi' },
  {
    name: 'position',
    storage: 'Cookie',
    use: 'Dopo una modifica, ti mostra subito i dati aggiornati.',
    lasts: '30 secondi',
  },
  {
    name: 'known-browser',
    storage: 'Cookie',
    use: 'Ti lascia accedere anche mentre altri tentano di indovinare la tua password.',
    lasts: '1 anno',
  },
  {
    name: 'report',
    storage: 'Cookie',
    use: 'Mostra un report a chi ne ha aperto il link.',
    lasts: '1 ora',
  },
  {
    name: 'theme',
    storage: 'Memoria locale',
    use: 'Ricorda il tema chiaro, scuro o di sistema.',
    lasts: 'Finché non lo cancelli',
  },
  {
    name: 'consent',
    storage: 'Memoria locale',
    use: 'Evita di chiederti di nuovo la scelta sui cookie.',
    lasts: '6 mesi',
  },
  {
    name: 'session_id',
    storage: 'Memoria della scheda',
    use: 'Distingue una visita dalle altre.',
    lasts: 'Finché la scheda è aperta',
  },
  {
    name: 'questionnaire',
    storage: 'Memoria della scheda',
    use: 'Conserva le risposte del questionario finché non le invii.',
    lasts: '24 ore',
  },
  {
    name: 'typed_text',
    storage: 'Memoria della scheda',
    use: 'Rimette nei moduli ciò che hai scritto, se la pagina viene ricaricata; mai le password.',
    lasts: 'Fino alla pagina successiva',
  },
  {
    name: 'tracking_outbox',
    storage: 'Memoria della scheda',
    use: 'Conserva i conteggi non ancora inviati quando manca la rete.',
    lasts: 'Finché la scheda è aperta',
  },
]

const clauses: Clause[] = [
  {
    id: 'elenco',
    title: 'Che cosa conserva il browser',
    body: (
      <>
        <p>
          Usiamo solo cookie e memorie nostri: nessuna pagina carica codice pubblicitario o di altre società.
        </p>
        <PriceList
          className="kept"
          columns={['Nome', 'Dove', 'A che cosa serve', 'Durata']}
          rows={storedItems.map(({ name, storage, use, lasts }) => ({ name, values: [storage, use, lasts] }))}
        />
        <p>
          Chi amministra il servizio conserva inoltre, nel proprio browser, un token di accesso alla console
          fino all'uscita. Con https il nome di ogni cookie comincia con <code className="mono">__Host-</code>
          .
        </p>
      </>
    ),
  },
  {
    id: 'consenso',
    title: 'Il tuo consenso',
    body: (
      <>
        <p>
          Con <strong>Accetta</strong> ci permetti di collegare la visita a una tua richiesta o al tuo account
          e, dove il sito usa uno strumento di statistica, di passargli gli eventi della visita.
        </p>
        <p>
          Con <strong>Rifiuta</strong>, o chiudendo l'avviso, la visita è contata ma non è legata a nessuno, e
          a nessun altro viene passato nulla. La scelta vale sei mesi e si cambia in ogni momento dal
          collegamento ai cookie in fondo alla pagina iniziale.
        </p>
      </>
    ),
  },
  {
    id: 'misura',
    title: 'La misura delle visite',
    body: (
      <p>
        Contiamo pagine viste, pulsanti premuti, scorrimento e tempo di permanenza. Non leggiamo ciò che
        scrivi nei campi; degli indirizzi delle pagine teniamo solo ciò che serve a riconoscere una campagna;
        l'indirizzo di rete è troncato all'arrivo. Conservazione: <Blank>durata</Blank>.
      </p>
    ),
  },
  {
    id: 'browser',
    title: 'Cancellarli dal browser',
    body: (
      <p>
        Puoi cancellare o bloccare cookie e memorie dalle impostazioni del browser. Senza il cookie{' '}
        <code className="mono">session</code> non è possibile accedere all'area privata. Il resto del
        trattamento è descritto nell'
        <Link to="/privacy">informativa sulla privacy</Link>.
      </p>
    ),
  },
]

export default function CookiePage() {
  return (
    <LegalPage
      title="Cookie"
      lead={`Tutto ciò che ${brand.name} conserva nel tuo browser, voce per voce.`}
      clauses={clauses}
    />
  )
}
