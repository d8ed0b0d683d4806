/** Where in the page we are: `#/host/ID` and so on. */

function parts(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent)
}

class Route {
  parts = $state(parts())

  constructor() {
    addEventListener('hashchange', () => (this.parts = parts()))
  }

  get first(): string {
    return this.parts[0] ?? ''
  }

  get rest(): string {
    return this.parts.slice(1).join('/')
  }
}

export const route = new Route()

export function go(path: string): void {
  location.hash = path
}
