import { brand } from './brand.ts'

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
