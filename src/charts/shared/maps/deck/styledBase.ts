import maplibre from 'maplibre-gl/dist/maplibre-gl-csp.js'
import workerAddress from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url'
import type { Viewport } from '../viewport.ts'

/** A base map from another server, below the canvas of the data. */
export interface StyledBase {
  look: (view: Viewport) => void
  /** Switches to the style at another address. */
  show: (style: string) => void
  canvas: () => HTMLCanvasElement
  stop: () => void
}

const { Map: StyledMap, setWorkerUrl } = maplibre
setWorkerUrl(workerAddress)

const placeOf = ({ longitude, latitude, zoom, bearing, pitch }: Viewport) => ({
  center: [longitude, latitude] as [number, number],
  zoom,
  bearing,
  pitch,
})

/**
 * Draws a MapLibre style below a canvas and follows its view. `onCredits` receives the credits whenever they change;
 * undefined if the style cannot be loaded.
 */
export function startStyledBase(
  above: HTMLElement,
  { style, view }: { style: string; view: Viewport },
  onCredits: (credits: string[] | undefined) => void,
): StyledBase {
  const container = document.createElement('div')
  container.setAttribute('aria-hidden', 'true')
  container.dataset['baseMap'] = 'starting'
  container.style.cssText = 'position: absolute; inset: 0; overflow: hidden; pointer-events: none'
  above.before(container)
  const map = new StyledMap({
    container,
    style,
    ...placeOf(view),
    interactive: false,
    // the page shows the credits itself, without the style sheet of MapLibre
    attributionControl: false,
    // images of the chart and of its dashboard copy the canvas
    canvasContextAttributes: { preserveDrawingBuffer: true },
    // it shows the same view as the canvas above it
    transformConstrain: (center, zoom) => ({ center, zoom: zoom ?? 0 }),
    minZoom: -2,
    maxPitch: 85,
    fadeDuration: 0,
  })
  let isLoaded = false
  let told = ''
  map.on('sourcedata', tellCredits)
  map.on('idle', () => {
    container.dataset['baseMap'] = 'drawn'
    tellCredits()
  })
  map.on('load', () => {
    isLoaded = true
  })
  // a missing tile leaves a gap; without the style there is nothing to show
  map.on('error', () => {
    if (!isLoaded && !map.isStyleLoaded() && map.getStyle() === undefined) onCredits(undefined)
  })

  function tellCredits() {
    const ids = Object.keys(map.getStyle()?.sources ?? {})
    const credits = [...new Set(ids.map((id) => textOf(map.getSource(id)?.attribution ?? '')))].filter(Boolean)
    if (told === credits.join()) return
    told = credits.join()
    onCredits(credits)
  }

  return {
    look: (next) => map.jumpTo(placeOf(next)),
    show: (next) => map.setStyle(next),
    canvas: () => map.getCanvas(),
    stop() {
      map.remove()
      container.remove()
    },
  }
}

/** Credits are HTML: only their text is used; nothing in them is run or loaded. */
const textOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
