import { brand } from '../content/brand.ts'
import { sampleFigures } from '../content/plans.ts'
import { Facts } from '../shell/facts.tsx'
import { RiskBand } from '../shell/risk-band.tsx'
import { boilerplate, description, guidelines, palette, statistics, strengths } from './brand-info.ts'
import { CopyButton } from './copy.button.tsx'
import { LogoPlate } from './logo.plate.tsx'
import { logos } from './logos.ts'
import { Section } from './section.tsx'

export function BrandInfo() {
  return (
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
}

export function Statistics() {
  return (
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
}

export function Logos() {
  return (
    <Section title="Logo" aside={<p className="quiet small">Sei versioni, in SVG e PNG</p>}>
      <ul className="logo-plates">
        {logos.map(logo => (
          <LogoPlate key={logo.id} logo={logo} />
        ))}
      </ul>
    </Section>
  )
}

export function Palette() {
  return (
    <Section title="Colori">
      <ul className="palette">
        {palette.map(({ name, hex, use }) => (
          <li key={hex}>
            <span className="swatch" style={{ backgroundColor: hex }} />
            <h3>{name}</h3>
            <p className="quiet small">{use}</p>
            <p className="mono">{hex}</p>
            <CopyButton text={hex} what={name} terse />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const rules = [
  { title: 'Da fare', texts: guidelines.do, mark: '+' },
  { title: 'Da evitare', texts: guidelines.dont, mark: '−' },
]

export function Guidelines() {
  return (
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
}

export function Boilerplate() {
  return (
    <Section title="Boilerplate" aside={<CopyButton text={boilerplate} what="boilerplate" />}>
      <p className="press-prose press-newsprint">{boilerplate}</p>
    </Section>
  )
}

export function Strengths() {
  return (
    <Section title="Punti di forza">
      <Facts className="strengths" facts={strengths} />
    </Section>
  )
}
