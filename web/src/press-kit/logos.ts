import dark from './logos/dark.svg?url'
import favicon from './logos/favicon.svg?url'
import icon from './logos/icon.svg?url'
import main from './logos/main.svg?url'
import minimal from './logos/minimal.svg?url'
import premium from './logos/premium.svg?url'

/** Addresses of the SVG files. */
const files = { main, dark, minimal, icon, premium, favicon }

export type Logo = {
  id: keyof typeof files
  name: string
  use: string
  /** The width of the PNG that is drawn from it. */
  pngWidthPx: number
  plate: 'paper' | 'dark' | 'green'
  svg: string
}

const variants: Omit<Logo, 'svg'>[] = [
  { id: 'main', name: 'Principale', use: 'Su fondi chiari', pngWidthPx: 2400, plate: 'paper' },
  { id: 'dark', name: 'Scuro', use: 'Su fondi scuri', pngWidthPx: 2400, plate: 'dark' },
  { id: 'minimal', name: 'Minimale', use: 'A un solo colore', pngWidthPx: 2400, plate: 'paper' },
  { id: 'icon', name: 'Solo icona', use: 'App e profili social', pngWidthPx: 1024, plate: 'paper' },
  { id: 'premium', name: 'Premium', use: 'Stampa ed eventi', pngWidthPx: 2400, plate: 'green' },
  { id: 'favicon', name: 'Favicon', use: 'Schede del browser', pngWidthPx: 512, plate: 'paper' },
]

export const logos: Logo[] = variants.map(variant => ({ ...variant, svg: files[variant.id] }))
