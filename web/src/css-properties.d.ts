import 'react'

declare module 'react' {
  /** Properties that the product's own CSS reads. */
  interface CSSProperties {
    [name: `--${string}`]: string | number
  }
}
