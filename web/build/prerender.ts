import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { themesCss } from './plugins.ts'

export type Prerender = (path: string, whole: boolean) => Promise<string>

/** Builds the app for Node.js too, and passes its `prerender` to `work`. */
export async function withPrerender<Result>(root: string, work: (render: Prerender) => Promise<Result>) {
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
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const { prerender } = await import(pathToFileURL(path.join(folder, 'prerender.mjs')).href)
    return await work(prerender)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
