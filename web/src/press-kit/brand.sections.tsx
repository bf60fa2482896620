import { Button } from '@radix-ui/themes'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Facts, RiskBand } from '../components/facts.tsx'
import { brand } from '../content/brand.ts'
import { sampleFigures } from '../content/plans.ts'
import { failure, useCopy, useToast } from '../toasts/toast.ts'
import { boilerplate, description, guidelines, palette, statistics, strengths } from './brand-info.ts'
import { downloadPng, type Logo, logos, svgName } from './logos.ts'

export const BrandInfo = () => (
  <Section title="Il marchio" aside={<CopyButton text={description} what="descrizione" />}>
    <div className="press-columns">
      <p className="press-prose">{description}</p>
      <Facts
        className="rows"
        facts={[
          ['Nome', brand.name],
          ['Tagline', brand.tagline],
        ]}
      />
    </div>
  </Section>
)

export const Statistics = () => (
  <Section title="Statistiche chiave" aside={<p className="quiet small">{sampleFigures}</p>}>
    <dl className="press-statistics">
      {statistics.map(({ value, name, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note && <dd className="quiet small">{note}</dd>}
        </div>
      ))}
    </dl>
    <RiskBand />
  </Section>
)

export const Logos = () => (
  <Section title="Logo" aside={<p className="quiet small">Sei versioni, in SVG e PNG</p>}>
    <ul className="logo-plates">
      {logos.map(logo => (
        <LogoPlate key={logo.id} logo={logo} />
      ))}
    </ul>
  </Section>
)

export const Palette = () => (
  <Section title="Colori">
    <ul className="palette">
      {palette.map(({ name, hex, use }) => (
        <li key={hex}>
          <span className="swatch" style={{ backgroundColor: hex }} />
          <h3>{name}</h3>
          <p className="quiet small">{use}</p>
          <p className="mono">{hex}</p>
          <CopyButton text={hex} what={name} isShort />
        </li>
      ))}
    </ul>
  </Section>
)

const rules = [
  { title: 'Da fare', texts: guidelines.do, mark: '+' },
  { title: 'Da evitare', texts: guidelines.dont, mark: '−' },
]

export const Guidelines = () => (
  <Section title="Linee guida">
    <div className="guidelines">
      {rules.map(({ title, texts, mark }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul data-mark={mark}>
            {texts.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </Section>
)

export const Boilerplate = () => (
  <Section title="Boilerplate" aside={<CopyButton text={boilerplate} what="boilerplate" />}>
    <p className="press-prose press-newsprint">{boilerplate}</p>
  </Section>
)

export const Strengths = () => (
  <Section title="Punti di forza">
    <Facts className="strengths" facts={strengths} />
  </Section>
)

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="press-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

function LogoPlate({ logo }: { logo: Logo }) {
  const toast = useToast()
  async function png() {
    try {
      await downloadPng(logo)
    } catch {
      const text = 'Il browser non ha potuto disegnare il PNG: scarica il file SVG.'
      toast(failure(text, 'Download non riuscito'))
    }
  }
  return (
    <li className="logo-plate">
      <div className="logo-stage" data-plate={logo.plate} data-logo={logo.id}>
        <img src={logo.svg} alt={`Logo ${brand.name}, versione ${logo.name.toLowerCase()}`} />
      </div>
      <div className="logo-caption">
        <h3>{logo.name}</h3>
        <p className="quiet small">{logo.use}</p>
        <div className="logo-files">
          <Button variant="outline" size="2" asChild>
            <a href={logo.svg} download={svgName(logo)}>
              SVG <span className="visually-hidden">{logo.name}</span>
            </a>
          </Button>
          <Button variant="outline" size="2" onClick={png}>
            PNG <span className="visually-hidden">{logo.name}</span>
          </Button>
        </div>
      </div>
    </li>
  )
}

const confirmedMs = 2000
const failed = { title: 'Copia non riuscita', description: 'Seleziona il testo e copialo a mano.' }

/** Copies the text and says so for two seconds. A short one shows only «Copia»: what it copies stands beside it. */
function CopyButton({ text, what, isShort = false }: { text: string; what: string; isShort?: boolean }) {
  const [copies, setCopies] = useState(0)
  const copied = copies > 0
  const copy = useCopy({ failed })
  const press = async () => (await copy(text)) && setCopies(copies + 1)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), confirmedMs)
    return () => clearTimeout(timer)
  }, [copies])

  return (
    <>
      <Button className="copy-button" variant="outline" size="2" onClick={press}>
        {copied ? (
          'Copiato!'
        ) : (
          <span>
            Copia <span className={isShort ? 'visually-hidden' : undefined}>{what}</span>
          </span>
        )}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && `Negli appunti: ${what}`}
      </span>
    </>
  )
}
