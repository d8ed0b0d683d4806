// The key of the server that this page came from: it arrives in the address as #key=..., and is kept, so that a page
// that was closed finds its server again. A page without one has no server: it works on the device alone.
// The language that `duskfall host` was started with comes along.

const KEPT = 'duskfall.key'
const LANGUAGE = 'duskfall.language' // as words.ts has it

const arrived = () => new URLSearchParams(location.hash.startsWith('#key=') ? location.hash.slice(1) : '')

function take(): string {
  const found = arrived()
  const [key, language] = [found.get('key'), found.get('language')]
  try {
    if (key) localStorage.setItem(KEPT, key)
    if (language) localStorage.setItem(LANGUAGE, language)
    // Out of the address at once: it is not for the history, nor for whoever looks over the host's shoulder.
    if (key) history.replaceState(history.state, '', location.pathname + location.search)
    return key ?? localStorage.getItem(KEPT) ?? ''
  } catch {
    return key ?? '' // a browser that keeps nothing: the key lasts as long as the page
  }
}

export const serverKey: string = take()

// Another key, in the address of a page that is open: it begins anew with that one.
addEventListener('hashchange', () => arrived().has('key') && take() !== serverKey && location.reload())
