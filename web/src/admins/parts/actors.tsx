import { administratorIn, useToken } from '../token.ts'

const kinds = new Map([
  ['visitor', 'Visitatore'],
  ['customer', 'Cliente'],
  ['admin', 'Amministratore'],
  ['system', 'Sistema'],
  ['demo', 'Dati di prova'],
])

/** Who did it: their kind in Italian, and the id behind it. What is unknown is shown as it is. */
export function actorName(actor: string): { kind: string; id: string } {
  const [word = '', ...id] = actor.split(':')
  return { kind: kinds.get(word) ?? word, id: id.join(':') }
}

type Props = { actor: string; words?: { mine: string; of: string } }

/** Who saved it, as far as the log names them. */
export function SavedBy({ actor, words = { mine: 'te', of: '' } }: Props) {
  const token = useToken()
  if (token !== null && actor === `admin:${administratorIn(token)}`) return words.mine
  return (
    <span title={actor}>
      {words.of}
      {actor.slice(0, 'admin:'.length + 8)}
    </span>
  )
}
