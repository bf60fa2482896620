import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
// Adds the type of `test`. Builds of the pages may run without Vitest.
import type {} from 'vitest/config'
import { pages } from './build/pages.ts'
import { compressed, consoleIcons, themesCss } from './build/plugins.ts'

export default defineConfig({
  plugins: [consoleIcons(), react(), pages(), compressed()],
  resolve: {
    alias: {
      // Radix's scroll lock writes style elements by this: the policy refuses those.
      'react-style-singleton': fileURLToPath(new URL('./src/shell/style-sheets.ts', import.meta.url)),
      // Uppy shows sizes by this: with a decimal comma.
      '@transloadit/prettier-bytes': fileURLToPath(
        new URL('./src/accounts/profile/file-size.ts', import.meta.url),
      ),
    },
  },
  css: { postcss: { plugins: [themesCss()] } },
  build: {
    assetsInlineLimit: 0,
    // The first load in two files, not in thirty: what changes seldom, and the rest.
    rolldownOptions: {
      // A busy machine is no fault of a plugin.
      checks: { bundlerTimings: false },
      output: {
        // The first load names a hundred files: a shorter hash of each makes it lighter.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7].[ext]',
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'first-load', tags: ['$initial'] },
            // Its small parts would be files of their own.
            { name: 'zod', test: /node_modules\/zod/ },
            // One small file less for whoever answers questions or reads the answers.
            { name: 'questions', test: /(people\/phone|questionnaires\/questions)\.ts$/ },
          ],
        },
      },
    },
  },
  // `vite` alone, for work on the screens: the API of a running `npm start` answers.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  test: {
    environment: 'jsdom',
    // setup.ts cleans up, and for every file: Testing Library would do so only in the first of a worker.
    env: { RTL_SKIP_AUTO_CLEANUP: 'true' },
    css: false,
    setupFiles: [fileURLToPath(new URL('./src/testing/setup.ts', import.meta.url))],
  },
})
