import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// What the page loads has a hash of its content in its name, so that browsers keep it for good (see web/site.py).
// The names by which others ask for something, index.html and sw.js among them, stay as they are.
const server = { target: 'http://127.0.0.1:8420' } // for `npm run dev`, beside `duskfall host`

export default defineConfig({
  base: './',
  server: { proxy: { '/api': server, '/engine.zip': server, '/pyodide': server } },
  plugins: [svelte()],
  worker: {
    format: 'es',
    rollupOptions: { output: { entryFileNames: 'assets/engine-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' } },
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
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: ({ names }) => (names.some((name) => name.endsWith('.css')) ? 'assets/app-[hash].css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
})
