// The first match counts: many browsers name others too.
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const firstMatch = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser's `User-Agent` in words; null: nothing is known of it. */
export function knownDevice(agent: string | null): string | null {
  const [browser, system] = [firstMatch(browsers, agent ?? ''), firstMatch(systems, agent ?? '')]
  if (browser && system) return `${browser} su ${system}`
  return browser ?? system ?? null
}

export const deviceName = (agent: string | null) => knownDevice(agent) ?? 'Dispositivo sconosciuto'
