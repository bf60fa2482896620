import { encode } from 'uqr'

/** An SVG: no address of an image holds the secret. */
export default function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="Codice QR">
      <path d={dark.join('')} />
    </svg>
  )
}
