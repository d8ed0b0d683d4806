import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// File names without hashes: the built page is committed, and a diff of it should be readable as one.
// What is new is told by the service worker's list and by ETags.
const server = { target: 'http://127.0.0.1:8420' } // for `npm run dev`, beside `duskfall host`

export default defineConfig({
  base: './',
  server: { proxy: { '/api': server, '/engine.zip': server, '/pyodide': server } },
  plugins: [svelte()],
  worker: {
    format: 'es',
    rollupOptions: { output: { entryFileNames: 'assets/engine.js', chunkFileNames: 'assets/[name].js' } },
  },
  build: {
    outDir: '../src/duskfall/web/static',
    emptyOutDir: true,
    target: ['safari16.4', 'firefox115', 'chrome111', 'edge111'], // as docs/host.md and index.html say
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      checks: { bundlerTimings: false },
      input: { app: 'index.html', sw: 'src/sw.ts' },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name].js'),
        chunkFileNames: 'assets/[name].js',
        assetFileNames: ({ names }) => (names.some((name) => name.endsWith('.css')) ? 'assets/app.css' : 'assets/[name][extname]'),
      },
    },
  },
})
