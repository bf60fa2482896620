import type { Role } from '@tba/events/admins/roles.ts'
import type { Letter } from './letter.ts'
import { clock, romeTime } from './rome-time.ts'

export type ResetLetter = {
  to: string
  firstName: string | null
  link: string
  expiresAt: string
  brand: string
}

/** A name for the greeting. Anybody can register another person's address, so a name must not contain a message or a link. */
const nameShape = /^\p{L}[\p{L}\p{M}'’ -]{0,49}$/u

const greeting = (firstName: string | null) =>
  firstName && nameShape.test(firstName) ? `Ciao ${firstName},` : 'Ciao,'

export const resetLetter = ({ to, firstName, link, expiresAt, brand }: ResetLetter): Letter => ({
  to,
  subject: 'Scegli una nuova password',
  content: [
    greeting(firstName),
    `abbiamo ricevuto la richiesta di una nuova password per il tuo account ${brand}. Per sceglierla, apri questo link:`,
    { button: 'Scegli una nuova password', link },
    `Il link vale una volta sola, fino alle ore ${hourOf(expiresAt)} (ora italiana).`,
    'Se non hai chiesto tu una nuova password, ignora questa email: quella attuale resta valida.',
  ],
})

export const proofLetter = ({ to, firstName, link, expiresAt, brand }: ResetLetter): Letter => ({
  to,
  subject: 'Conferma il tuo indirizzo',
  content: [
    greeting(firstName),
    `dal tuo account ${brand} hai chiesto di confermare che questo indirizzo è tuo. Apri il link dal browser con cui hai fatto accesso:`,
    { button: 'Conferma l’indirizzo', link },
    `Il link vale fino alle ore ${hourOf(expiresAt)} (ora italiana). Da allora i tuoi dati, da scaricare o cancellare, comprendono le richieste inviate con questo indirizzo senza account.`,
    'Se non l’hai chiesto tu, ignora questa email: nessuno vede o cancella niente.',
  ],
})

const roles: Record<Role, string> = { administrator: 'amministratore', analyst: 'analista' }

type InvitationLetter = Omit<ResetLetter, 'firstName'> & { role: Role }

export const invitationLetter = ({ to, role, link, expiresAt, brand }: InvitationLetter): Letter => ({
  to,
  subject: `Invito alla console di ${brand}`,
  content: [
    'Ciao,',
    `sei invitato alla console di ${brand} come ${roles[role]}. Per accettare, apri questo link e scegli una password:`,
    { button: 'Accetta l’invito', link },
    `Il link vale una volta sola, fino alle ore ${hourOf(expiresAt)} (ora italiana).`,
    'Se non te lo aspettavi, ignora questa email: senza il link non succede niente.',
  ],
})

export const warningLetter = ({ to, link, brand }: Pick<ResetLetter, 'to' | 'link' | 'brand'>): Letter => ({
  to,
  subject: `Tre codici errati per il tuo account della console di ${brand}`,
  content: [
    'Ciao,',
    'qualcuno ha scritto la tua password giusta e tre codici di verifica sbagliati.',
    'Se eri tu, ignora questa email. Se non eri tu, qualcuno conosce la tua password: cambiala subito nella pagina «Account».',
    { button: 'Apri la pagina Account', link },
  ],
})

const [hours, days] = [romeTime(clock), romeTime({ day: 'numeric', month: 'long' })]
/** `18:30 del 21 novembre` */
const hourOf = (time: string) => `${hours.format(new Date(time))} del ${days.format(new Date(time))}`
