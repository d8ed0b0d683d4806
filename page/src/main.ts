import './engine/key' // first: it takes the key out of the address before anything reads that
import { mount } from 'svelte'
import App from './App.svelte'
import { openEngine } from './engine/engine'
import { watchUpdates } from './engine/updates'

mount(App, { target: document.getElementById('app')! })
void watchUpdates()
// For the curious at the console, and for tests: the engine of this page, whichever it is.
Object.assign(window, { duskfall: { openEngine } })
