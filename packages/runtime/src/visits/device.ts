export const devices = ['desktop', 'mobile', 'tablet'] as const
export type Device = (typeof devices)[number]

/** An Android without «Mobile» is a tablet, by Google's own rule; some e-readers and tablets only give their name. */
const tablet = /\b(?:iPad|Tablet|PlayBook|Kindle|Silk)\b|\bAndroid\b(?!.*\bMobile\b)/i
const mobile = /\b(?:Mobile|iPhone|iPod|Android|Windows Phone|BlackBerry|BB10|Opera Mini|IEMobile)\b/i
/** Whatever else names a browser or its system. */
const desktop =
  /\b(?:Windows|Macintosh|Mac OS X|X11|Linux|CrOS|Firefox|Chrome|Safari|Edge?|Opera|MSIE|Trident)\b/i

/** On what a visit was made, by the `User-Agent`; null: it does not say. */
export function deviceOf(userAgent: string | null): Device | null {
  if (userAgent === null) return null
  if (tablet.test(userAgent)) return 'tablet'
  if (mobile.test(userAgent)) return 'mobile'
  return desktop.test(userAgent) ? 'desktop' : null
}
