import { brand } from '../content/brand.ts'
import { pressOffice } from '../content/press.ts'
import { BackMasthead } from '../shell/back-masthead.tsx'
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

function MediaContacts() {
  return (
    <section className="media-contacts" aria-labelledby="media-contacts-title">
      <h2 id="media-contacts-title">Contatti media</h2>
      <dl className="rows">
        <div>
          <dt>Referente</dt>
          <dd>{pressOffice.contact}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${pressOffice.email}`}>{pressOffice.email}</a>
          </dd>
        </div>
        <div>
          <dt>Telefono</dt>
          <dd>
            <a href={`tel:${pressOffice.phone.replaceAll(' ', '')}`}>{pressOffice.phone}</a>
          </dd>
        </div>
        <div>
          <dt>Orari</dt>
          <dd>{pressOffice.hours}</dd>
        </div>
      </dl>
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
