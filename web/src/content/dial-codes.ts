export type DialCode = { code: string; country: string }

/** What the questionnaire, the FAQ and the closing section offer, in this order; the first is the default. */
export const dialCodes: DialCode[] = [
  { code: '+39', country: 'Italia' },
  { code: '+1', country: 'USA' },
  { code: '+44', country: 'Regno Unito' },
  { code: '+33', country: 'Francia' },
  { code: '+49', country: 'Germania' },
  { code: '+34', country: 'Spagna' },
  { code: '+41', country: 'Svizzera' },
  { code: '+43', country: 'Austria' },
  { code: '+31', country: 'Paesi Bassi' },
  { code: '+32', country: 'Belgio' },
  { code: '+351', country: 'Portogallo' },
  { code: '+30', country: 'Grecia' },
]

/** The eight codes of the plan banner, in its own order. */
export const bannerDialCodes = ['+39', '+1', '+44', '+49', '+33', '+34', '+41', '+43'].flatMap(code =>
  dialCodes.filter(known => known.code === code),
)

export const defaultDialCode = '+39'
