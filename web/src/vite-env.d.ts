/// <reference types="vite/client" />

/** Without the slash it would be the module of Node.js. */
declare module 'punycode/' {
  export const toUnicode: (address: string) => string
}
