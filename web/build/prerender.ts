import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { themesCss } from './plugins.ts'

type Prerender = (path: string, isPrerendered: boolean) => Promise<string>

/** Builds the app for Node.js too, in one file, and loads its `prerender`. */
export async function buildPrerender(root: string): Promise<Prerender> {
  // Inside the package, so that its imports are resolved.
  const folder = await mkdtemp(path.join(root, '.prerender-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [react()],
      css: { postcss: { plugins: [themesCss()] } },
      build: {
        ssr: fileURLToPath(new URL('../src/prerender.tsx', import.meta.url)),
        outDir: folder,
        assetsInlineLimit: 0,
        copyPublicDir: false,
        rolldownOptions: {
          checks: { bundlerTimings: false },
          output: { entryFileNames: 'prerender.mjs', codeSplitting: false },
        },
      },
    })
    return (await import(pathToFileURL(path.join(folder, 'prerender.mjs')).href)).prerender
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
