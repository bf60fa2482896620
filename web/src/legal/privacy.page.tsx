import { brand } from '../content/brand.ts'
import { Blank, type Clause, LegalPage, Operator } from './legal-page.tsx'

const clauses: Clause[] = [
  {
    id: 'titolare',
    title: 'Chi tratta i dati',
    body: (
      <p>
        Il titolare del trattamento è <Operator detail="company" />, con sede in <Operator detail="address" />
        , partita IVA <Operator detail="vatNumber" />. Per ogni richiesta sui tuoi dati scrivi a{' '}
        <Operator detail="privacyEmail" />.
      </p>
    ),
  },
  {
    id: 'dati',
    title: 'Quali dati raccogliamo',
    body: (
      <>
        <p>Raccogliamo solo ciò che ci scrivi e ciò che serve a far funzionare il sito:</p>
        <ul>
          <li>
            <strong>Account e profilo:</strong> nome, cognome, email, password (conservata solo come impronta)
            e ciò che aggiungi al profilo o scrivi nell'area privata, compresi foto, telefono e collegamenti
            ai social.
          </li>
          <li>
            <strong>Configurazione del bot:</strong> piano, passi completati, piattaforma, server e numero del
            conto. La password del conto è cifrata e nessuna schermata la mostra più.
          </li>
          <li>
            <strong>Richieste e questionario:</strong> i tuoi recapiti e le risposte su età, occupazione,
            esperienza, obiettivi e tolleranza al rischio.
          </li>
          <li>
            <strong>Visite:</strong> pagine aperte, pulsanti premuti, scorrimento, tempo di permanenza,
            operazioni non riuscite, browser, lingua e provenienza, con l'indirizzo di rete troncato
            all'arrivo.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'finalita',
    title: 'Perché li trattiamo',
    body: (
      <>
        <p>Ogni trattamento ha uno scopo e una base giuridica:</p>
        <ul>
          <li>fornirti l'area privata e il servizio che hai richiesto: esecuzione del contratto;</li>
          <li>ricontattarti dopo una richiesta o un questionario: misure precontrattuali;</li>
          <li>proteggere gli accessi e prevenire gli abusi: legittimo interesse;</li>
          <li>collegare una visita a una richiesta o a un account: il tuo consenso, che puoi revocare.</li>
        </ul>
        <p>
          Le basi giuridiche vanno confermate da <Operator detail="company" />.
        </p>
      </>
    ),
  },
  {
    id: 'destinatari',
    title: 'Chi altro li riceve',
    body: (
      <p>
        I dati sono trattati dal personale autorizzato e dai fornitori che ospitano il servizio:{' '}
        <Blank>elenco dei responsabili del trattamento</Blank>. Il conto di trading è aperto presso{' '}
        {brand.broker}, che tratta i dati come titolare autonomo. Trasferimenti fuori dallo Spazio economico
        europeo: <Blank>nessuno, oppure Paesi e garanzie</Blank>.
      </p>
    ),
  },
  {
    id: 'conservazione',
    title: 'Per quanto tempo',
    body: (
      <p>
        I dati dell'account restano finché l'account esiste. Richieste e questionari:{' '}
        <Blank>durata della conservazione</Blank>. Visite: <Blank>durata della conservazione</Blank>. Quando
        un account viene cancellato, la chiave che ne cifra i dati personali è distrutta: ciò che resta nel
        registro non è più leggibile da nessuno.
      </p>
    ),
  },
  {
    id: 'diritti',
    title: 'I tuoi diritti',
    body: (
      <>
        <p>
          Puoi chiedere l'accesso ai dati, la rettifica, la cancellazione, la limitazione e la portabilità;
          puoi opporti al trattamento e revocare il consenso in ogni momento, senza effetto su quanto già
          fatto.
        </p>
        <p>
          Puoi anche presentare un reclamo al{' '}
          <a href="https://www.garanteprivacy.it" rel="noopener noreferrer">
            Garante per la protezione dei dati personali
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'aggiornamenti',
    title: 'Aggiornamenti',
    body: (
      <p>
        Versione in vigore dal <Blank>data</Blank>. Le modifiche sono pubblicate in questa pagina.
      </p>
    ),
  },
]

export default function PrivacyPage() {
  return (
    <LegalPage
      title="Informativa sulla privacy"
      lead={`Quali dati personali tratta ${brand.name}, per quali scopi e come puoi disporne.`}
      clauses={clauses}
    />
  )
}
