import { Button } from '@radix-ui/themes'

type Props = { label?: string; pending?: string; isBusy: boolean; read: () => unknown }

/** Not disabled while it reads: it would lose the focus. */
export const ReadButton = ({ label = 'Aggiorna', pending = 'Aggiornamento...', isBusy, read }: Props) => (
  <Button variant="outline" aria-disabled={isBusy} onClick={() => isBusy || read()}>
    {isBusy ? pending : label}
  </Button>
)

export const ReadMore = (props: Props) => <ReadButton pending="Caricamento..." {...props} />
