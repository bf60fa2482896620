import { useState } from 'react'
import { Facts } from '../components/facts.tsx'
import { brand, pressOffice, socialLinks } from '../content/brand.ts'
import { CommandButton } from '../forms/command-button.tsx'
import { Links, sections } from '../shell/links.tsx'
import { Page } from '../shell/page.tsx'
import {
  Boilerplate,
  BrandInfo,
  Guidelines,
  Logos,
  Palette,
  Statistics,
  Strengths,
} from './brand.sections.tsx'
import { downloadEverything, fileCount } from './logos.ts'
import './press-kit.css'

const contacts = [
  ['Referente', pressOffice.contact],
  [
    'Email',
    <a key="email" href={`mailto:${pressOffice.email}`}>
      {pressOffice.email}
    </a>,
  ],
  [
    'Telefono',
    <a key="phone" href={`tel:${pressOffice.phone.replaceAll(' ', '')}`}>
      {pressOffice.phone}
    </a>,
  ],
  ['Orari', pressOffice.hours],
] as const

const MediaContacts = () => (
  <section className="media-contacts" aria-labelledby="media-contacts-title">
    <h2 id="media-contacts-title">Contatti media</h2>
    <Facts className="rows" facts={contacts} />
  </section>
)

export default function PressKitPage() {
  return (
    <Page title="Press kit" className="press-kit" footer={<PressFooter />}>
      <div className="press-head">
        <div>
          <h1>Press kit</h1>
          <p className="lead">
            Logo, colori, testi e numeri di {brand.name}, pronti per chi scrive di noi e per chi lavora con
            noi.
          </p>
          <DownloadEverythingButton />
        </div>
        <MediaContacts />
      </div>
      <BrandInfo />
      <Statistics />
      <Logos />
      <Palette />
      <Guidelines />
      <Boilerplate />
      <Strengths />
    </Page>
  )
}

function DownloadEverythingButton() {
  const [started, setStarted] = useState<number | null>(null)
  async function start() {
    setStarted(0)
    await downloadEverything(setStarted)
    setStarted(null)
  }
  return (
    <CommandButton size="4" busy={started !== null} onClick={start}>
      {started === null ? 'Scarica tutto' : `Scarico ${started} di ${fileCount}…`}
    </CommandButton>
  )
}

const mailAbout = (subject: string) => `mailto:${pressOffice.email}?subject=${encodeURIComponent(subject)}`

const links = [
  {
    label: 'Sito',
    links: [
      { name: 'Home', address: '/' },
      ...sections.map(({ id, name }) => ({ name, address: `/#${id}` })),
    ],
  },
  {
    label: 'Note legali',
    links: [
      { name: 'Privacy', address: mailAbout('Privacy Policy') },
      { name: 'Termini', address: mailAbout('Termini di servizio') },
    ],
  },
  { label: 'Social', links: socialLinks },
]

const PressFooter = () => (
  <footer className="press-footer">
    <div className="press-footer-row sheet">
      <p className="brand">{brand.name}</p>
      {links.map(({ label, links }) => (
        <nav key={label} aria-label={label}>
          <Links links={links} />
        </nav>
      ))}
    </div>
  </footer>
)
