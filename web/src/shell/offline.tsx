import { useConnection } from './connection.ts'

const texts = {
  online: '',
  lost: 'Connessione con il server persa: i dati si aggiornano da soli appena torna.',
  offline: 'Sei offline: riprova quando la connessione torna.',
}

/** Shows that the network or the server is not reachable. */
export function Offline() {
  const connection = useConnection()
  return (
    <p className="offline" role="status" hidden={connection === 'online'}>
      {texts[connection]}
    </p>
  )
}
