import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const tokenInHash = (hash: string) => new URLSearchParams(hash.slice(1)).get('token')

/** The token of a link in a letter. Removed from the address bar at once, so that nobody shares it by mistake. */
export function useLinkToken(tokenIn = tokenInHash): string | null {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenIn(hash))
  useEffect(() => {
    const found = tokenIn(hash)
    if (found === null) return
    // A second letter's link, opened in the same tab, changes the fragment alone.
    setToken(found)
    navigate({ search }, { replace: true })
  }, [search, hash, navigate, tokenIn])
  return token
}
