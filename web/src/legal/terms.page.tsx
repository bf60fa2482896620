import { Link } from 'react-router-dom'
import { PriceList, RiskBand } from '../components/facts.tsx'
import { euro } from '../components/format.ts'
import { brand } from '../content/brand.ts'
import { planOffers } from '../content/plans.ts'
import { Blank, type Clause, LegalPage, Operator } from './legal-page.tsx'

const clauses: Clause[] = [
  {
    id: 'servizio',
    title: 'Che cosa offriamo',
    body: (
      <p>
        {brand.name} è un software di trading automatico fornito da <Operator detail="company" />. Opera sul
        conto che il cliente apre a proprio nome presso {brand.broker}: non custodiamo denaro, non riceviamo
        depositi e non possiamo prelevare dal conto. Autorizzazioni e iscrizioni del fornitore:{' '}
        <Blank>estremi, oppure dichiarazione di non essere tenuti</Blank>.
      </p>
    ),
  },
  {
    id: 'rischio',
    title: 'Il rischio',
    body: (
      <>
        <RiskBand />
        <p>
          Rendimenti, grafici, strategie e testimonianze pubblicati sul sito sono dati illustrativi. I
          risultati passati non dicono nulla di certo su quelli futuri. Nulla di quanto è scritto qui è
          consulenza finanziaria o sollecitazione all'investimento.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Il tuo account',
    body: (
      <p>
        Per registrarti devi avere compiuto 18 anni e fornire dati veri. Custodisci la password e avvisaci
        subito se temi che qualcuno la conosca. Puoi chiederne la chiusura in ogni momento.
      </p>
    ),
  },
  {
    id: 'piani',
    title: 'I piani',
    body: (
      <>
        <p>Ogni piano indica il deposito iniziale che metti sul tuo conto presso il broker:</p>
        <PriceList
          columns={['Piano', 'Deposito iniziale']}
          rows={planOffers.map(({ name, depositEuro }) => ({ name, values: [euro(depositEuro)] }))}
        />
        <p>
          Corrispettivi del software e modalità di pagamento: <Blank>importi e modalità</Blank>.
        </p>
      </>
    ),
  },
  {
    id: 'recesso',
    title: 'Recesso e rimborso',
    body: (
      <p>
        Offriamo la formula «soddisfatti o rimborsati» per 30 giorni:{' '}
        <Blank>che cosa è rimborsato, come e a quali condizioni</Blank>. Non riguarda le perdite subite sui
        mercati. Resta fermo il diritto di recesso del consumatore entro 14 giorni.
      </p>
    ),
  },
  {
    id: 'responsabilita',
    title: 'Responsabilità',
    body: (
      <p>
        Il cliente decide quanto denaro mettere sul conto e quando ritirarlo. Non rispondiamo delle
        interruzioni del broker, della rete o dei mercati, salvi dolo, colpa grave e i diritti che la legge
        riconosce al consumatore. Altri limiti: <Blank>eventuali limiti di responsabilità</Blank>.
      </p>
    ),
  },
  {
    id: 'dati',
    title: 'Dati personali',
    body: (
      <p>
        Come trattiamo i dati è scritto nell'
        <Link to="/privacy">informativa sulla privacy</Link>; che cosa conserva il browser, nella{' '}
        <Link to="/cookie">pagina sui cookie</Link>.
      </p>
    ),
  },
  {
    id: 'legge',
    title: 'Legge e foro',
    body: (
      <p>
        Si applica la legge italiana. Per le controversie con i consumatori è competente il giudice del luogo
        in cui il consumatore risiede; negli altri casi <Operator detail="court" />. Versione in vigore dal{' '}
        <Blank>data</Blank>.
      </p>
    ),
  },
]

export default function TermsPage() {
  return (
    <LegalPage
      title="Termini di servizio"
      lead={`Le regole che valgono tra te e chi gestisce ${brand.name}.`}
      clauses={clauses}
    />
  )
}
