import { funnelFields } from '@tba/events/funnels/views.ts'
import useSWR from 'swr'
import { consoleCall } from '../console-call.ts'
import { pathOfPage, sitePaths } from './site-map.ts'

/** What the log holds, as the builder of funnels asks for it; without it one types. */
function useFields(isAsked: boolean) {
  const { data } = useSWR(
    isAsked ? '/api/admin/funnels/fields' : null,
    async (address: string) => funnelFields.parse(await consoleCall('GET', address)),
    { revalidateIfStale: false, shouldRetryOnError: false },
  )
  return (type: string, field: string): readonly string[] =>
    data?.types.find(each => each.type === type)?.fields.find(({ path }) => path === field)?.values ?? []
}

const siteOf = (referrer: string) => URL.parse(referrer)?.hostname.replace(/^www\./, '') ?? referrer

/** What a visit may be looked for by, since only a whole value finds any. @param isAsked whether somebody is about to type */
export function useOfferedValues(name: 'page' | 'referrer', isAsked: boolean): string[] {
  const valuesOf = useFields(isAsked)
  if (!isAsked) return []
  const values =
    name === 'page'
      ? [...sitePaths, ...valuesOf('InteractionTracked', 'page').map(pathOfPage)]
      : valuesOf('VisitStarted', 'referrer').map(siteOf)
  return [...new Set(values)].sort()
}
