import { brand } from '../src/content/brand.ts'

const icon = (file: string, size: number, more = {}) => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...more,
})

/** The web manifest. */
export const manifest = JSON.stringify({
  name: brand.name,
  short_name: brand.name,
  description: brand.tagline,
  lang: 'it',
  start_url: '/dashboard',
  display: 'browser',
  background_color: '#fffdfa',
  theme_color: '#0e6b4f',
  icons: [
    icon('icon-192.png', 192),
    icon('icon-512.png', 512),
    icon('icon-maskable-512.png', 512, { purpose: 'maskable' }),
  ],
})
