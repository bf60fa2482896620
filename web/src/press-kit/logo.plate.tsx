import { Button } from '@radix-ui/themes'
import { brand } from '../content/brand.ts'
import { useToast } from '../shell/toast.ts'
import { downloadPng, svgName } from './download.ts'
import type { Logo } from './logos.ts'

export function LogoPlate({ logo }: { logo: Logo }) {
  const toast = useToast()
  async function png() {
    try {
      await downloadPng(logo)
    } catch {
      const description = 'Il browser non ha potuto disegnare il PNG: scarica il file SVG.'
      toast({ title: 'Download non riuscito', description, destructive: true })
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
