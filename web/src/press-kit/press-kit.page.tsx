import { brand } from '../content/brand.ts'
import { pressOffice } from '../content/press.ts'
import { BackMasthead } from '../shell/back-masthead.tsx'
import { Facts } from '../shell/facts.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import {
  Boilerplate,
  BrandInfo,
  Guidelines,
  Logos,
  Palette,
  Statistics,
  Strengths,
} from './brand.sections.tsx'
import { DownloadEverythingButton } from './download-everything.button.tsx'
import { PressFooter } from './press-footer.tsx'
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

function MediaContacts() {
  return (
    <section className="media-contacts" aria-labelledby="media-contacts-title">
      <h2 id="media-contacts-title">Contatti media</h2>
      <Facts className="rows" facts={contacts} />
    </section>
  )
}

export default function PressKitPage() {
  usePageTitle('Press kit')
  return (
    <>
      <BackMasthead />
      <main className="press-kit">
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
      </main>
      <PressFooter />
    </>
  )
}
