import { brandName } from '@tba/events/brand.ts'

/**
 * Names, addresses and numbers of the business. Example values: put yours here, every page reads this file. The picture of
 * shared links, `public/og.png`, shows name and tagline too.
 */
export const brand = {
  // It stands in letters too, so the contract has it.
  name: brandName,
  tagline: 'Trading automatico con intelligenza artificiale',
  broker: 'Esempio Markets',
  brokerApp: 'Esempio Copy Trading',
  affiliateUrl: 'https://broker.example.com/apri-conto?partner=listino',
  supportEmail: 'assistenza@example.com',
  supportPhone: '+39 02 0000 0000',
  whatsappNumber: '390200000000',
}

/** The partner broker's live servers. */
export const brokerServers = [
  { server: 'us05', region: 'Stati Uniti' },
  { server: 'us09', region: 'Stati Uniti' },
  { server: 'us10', region: 'Stati Uniti' },
  { server: 'us11', region: 'Stati Uniti' },
  { server: 'us12', region: 'Stati Uniti' },
  { server: 'eu01', region: 'Europa' },
  { server: 'eu02', region: 'Europa' },
  { server: 'asia01', region: 'Asia' },
  { server: 'asia02', region: 'Asia' },
] as const

/** Who answers the press. Example values: put yours here. */
export const pressOffice = {
  contact: 'Ufficio stampa',
  email: 'stampa@example.com',
  phone: '+39 02 0000 0001',
  hours: 'Lunedì–venerdì, 9–18',
}

/** Example addresses: put yours here. */
export const socialLinks = [
  { name: 'LinkedIn', address: 'https://linkedin.example.com/listino-ai' },
  { name: 'X', address: 'https://x.example.com/listino-ai' },
  { name: 'Instagram', address: 'https://instagram.example.com/listino-ai' },
  { name: 'Telegram', address: 'https://telegram.example.com/listino-ai' },
]

/** How the name is written in the names of downloaded files. */
export const fileName = (what: string) => `${brand.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${what}`

/** The operator of the service. Until the operator replaces the nulls, the legal pages show what is missing. */
export const operator: Record<'company' | 'address' | 'vatNumber' | 'privacyEmail' | 'court', string | null> =
  {
    company: null,
    address: null,
    vatNumber: null,
    privacyEmail: null,
    court: null,
  }
