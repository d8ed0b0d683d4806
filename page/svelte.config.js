import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // By the style's own text, not by the file's place: the same bytes wherever the page is built.
    cssHash: ({ hash, css }) => `s-${hash(css)}`,
  },
}
