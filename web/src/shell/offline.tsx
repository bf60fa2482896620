import { useConnection } from './connection.ts'

const texts = {
  online: '',
  lost: 'Connessione con il server persa: i dati si aggiornano da soli appena torna.',
  offline: 'Sei offline: riprova quando la connessione torna.',
}

/** Says that the network or the server is gone, and nothing once they are back. */
export function Offline() {
  const connection = useConnection()
  return (
    <p className="offline" role="status" hidden={connection === 'online'}>
      {texts[connection]}
    </p>
  )
}
