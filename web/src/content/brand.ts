import { brandName } from '@tba/events/brand.ts'

/** Names, addresses and numbers of the business. Example values: put yours here, every page reads this file. */
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
