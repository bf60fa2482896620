import dark from './logos/dark.svg?url'
import favicon from './logos/favicon.svg?url'
import icon from './logos/icon.svg?url'
import main from './logos/main.svg?url'
import minimal from './logos/minimal.svg?url'
import premium from './logos/premium.svg?url'

export type Logo = {
  id: string
  name: string
  use: string
  /** Address of the SVG file. */
  svg: string
  /** Width of the PNG drawn from it. */
  pngWidthPx: number
  plate: 'paper' | 'dark' | 'green'
}

export const logos: Logo[] = [
  { id: 'main', name: 'Principale', use: 'Su fondi chiari', svg: main, pngWidthPx: 2400, plate: 'paper' },
  { id: 'dark', name: 'Scuro', use: 'Su fondi scuri', svg: dark, pngWidthPx: 2400, plate: 'dark' },
  {
    id: 'minimal',
    name: 'Minimale',
    use: 'A un solo colore',
    svg: minimal,
    pngWidthPx: 2400,
    plate: 'paper',
  },
  {
    id: 'icon',
    name: 'Solo icona',
    use: 'App e profili social',
    svg: icon,
    pngWidthPx: 1024,
    plate: 'paper',
  },
  { id: 'premium', name: 'Premium', use: 'Stampa ed eventi', svg: premium, pngWidthPx: 2400, plate: 'green' },
  {
    id: 'favicon',
    name: 'Favicon',
    use: 'Schede del browser',
    svg: favicon,
    pngWidthPx: 512,
    plate: 'paper',
  },
]
