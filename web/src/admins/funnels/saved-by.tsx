import { administratorIn, useToken } from '../token.ts'

/** Who saved it, as far as the log names them. */
export function SavedBy({ actor }: { actor: string }) {
  const token = useToken()
  if (token !== null && actor === `admin:${administratorIn(token)}`) return <>te</>
  return <span title={actor}>{actor.slice(0, 'admin:'.length + 8)}</span>
}
