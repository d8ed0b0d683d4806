import './engine/key' // first: it takes the key out of the address before anything reads that
import { mount } from 'svelte'
import App from './App.svelte'
import { openEngine } from './engine/engine'
import { alone } from './engine/server'
import { watchUpdates } from './engine/updates'
import { bootDark } from './lib/night'
import { route } from './lib/route.svelte'
import { watchViewport } from './lib/viewport'

const late = document.getElementById('late')!
// The newest of what the page takes for granted; where it is missing, the line in index.html stays.
if ('toSpliced' in Array.prototype) {
  late.remove()
  bootDark()
  watchViewport()
  mount(App, { target: document.getElementById('app')! })
  keepFiles()
} else late.style.visibility = 'visible'
addEventListener('touchstart', () => {}, { passive: true }) // without a listener iPhones do not show what is pressed

/** Let the browser keep all files; not while a player only looks at a card, for they are 13 MB. */
function keepFiles(): void {
  if (alone && route.first === 'seat') addEventListener('hashchange', keepFiles, { once: true })
  else void watchUpdates()
}

// For the curious at the console, and for tests: the engine of this page, whichever it is.
Object.assign(window, { duskfall: { openEngine } })
