import { lazily } from '../shell/lazily.ts'

const home = 'Europe/Rome'
const known = lazily(() => Intl.supportedValuesOf('timeZone').filter(zone => zone !== home))

/** As it is shown: `America/New_York` has no place for an underscore. */
export const zoneName = (zone: string) => zone.replaceAll('_', ' ')

/** The options of the select: none, Rome, the saved one even where this browser does not know it, and all others. */
export function zoneOptions(saved: string | null) {
  const zones = [home, ...known()]
  const all = !saved || zones.includes(saved) ? zones : [saved, ...zones]
  return [{ value: '', label: 'Non indicato' }, ...all.map(zone => ({ value: zone, label: zoneName(zone) }))]
}
