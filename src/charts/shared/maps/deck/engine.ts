import { Deck, type Layer, MapView, type PickingInfo } from '@deck.gl/core'
import { ScatterplotLayer } from '@deck.gl/layers'
import type { ChartTheme } from '../../theme.ts'
import { type Bounds, fitBounds, type Viewport } from '../viewport.ts'
import { baseLayers } from './baseMap.ts'
import type { LayerSpec } from './layerSpec.ts'

/** What a map shows. */
export interface Scene {
  size: { width: number; height: number }
  theme: ChartTheme
  layers: LayerSpec[]
  /** the name of the picture for screen readers */
  label: string
  /** the box that the map shows at first; absent: where `viewport` looks */
  bounds?: Bounds
  viewport: Viewport
}

/** A mark under the pointer. `index`: the row of the layer's data. */
export interface Picked {
  layer: string
  index: number
  object: unknown
  x: number
  y: number
}

interface Handlers {
  onHover: (picked: Picked | undefined) => void
  onClick: (picked: Picked) => void
  onError: () => void
  onDrawn: () => void
}

export interface MapEngine {
  update: (scene: Scene) => void
  zoomBy: (steps: number) => void
  /** Shows again what the map showed at first. */
  fit: () => void
  pick: (x: number, y: number) => Picked | undefined
  /** A copy of the picture. */
  picture: () => HTMLCanvasElement
  stop: () => void
}

const layerOf = ({ kind, id, props }: LayerSpec): Layer => {
  switch (kind) {
    case 'scatterplot':
      return new ScatterplotLayer({ id, ...props })
  }
}

const mostZoom = 20
const pickRadius = 4

/** The view of a box of places. */
export function viewOf({ size, bounds, viewport }: Pick<Scene, 'size' | 'bounds' | 'viewport'>): Viewport {
  if (bounds === undefined) return viewport
  return { ...fitBounds(bounds, size), bearing: viewport.bearing, pitch: viewport.pitch }
}

export function startEngine(host: HTMLDivElement, first: Scene, handlers: Handlers): MapEngine {
  let scene = first
  let view = viewOf(first)
  let isDrawn = false
  const pickedOf = ({ layer, index, object, x, y }: PickingInfo): Picked | undefined =>
    layer && index >= 0 ? { layer: layer.id, index, object, x, y } : undefined
  const layersOf = (of: Scene) => [...baseLayers(of.theme), ...of.layers.map(layerOf)]
  // its own canvas: deck.gl gives all of its canvases the same id
  const canvas = document.createElement('canvas')
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', first.label)
  host.append(canvas)
  const deck = new Deck<MapView>({
    canvas,
    width: '100%',
    height: '100%',
    // images of the chart and of its dashboard copy the canvas
    deviceProps: { type: 'webgl', webgl: { preserveDrawingBuffer: true } },
    views: new MapView({ repeat: false }),
    controller: { scrollZoom: { speed: 0.01, smooth: false }, inertia: false, keyboard: true },
    viewState: { ...view, maxZoom: mostZoom, minZoom: -1 } as never,
    onViewStateChange: ({ viewState }) => {
      move(viewState as Viewport)
      return viewState
    },
    layers: layersOf(first),
    pickingRadius: pickRadius,
    // the browser scrolls with one finger
    touchAction: 'pan-x pan-y',
    getCursor: ({ isDragging, isHovering }) => (isDragging ? 'grabbing' : isHovering ? 'pointer' : 'grab'),
    onHover: (info) => handlers.onHover(pickedOf(info)),
    onClick: (info) => {
      const picked = pickedOf(info)
      if (picked) handlers.onClick(picked)
    },
    onError: () => handlers.onError(),
    onAfterRender: () => {
      if (isDrawn) return
      isDrawn = true
      handlers.onDrawn()
    },
  })
  function move(next: Viewport) {
    const { longitude, latitude, zoom, bearing, pitch } = next
    view = { longitude, latitude, zoom, bearing, pitch }
    deck.setProps({ viewState: { ...view, maxZoom: mostZoom, minZoom: -1 } as never })
    handlers.onHover(undefined)
  }
  return {
    update(next) {
      const isMoved = JSON.stringify(viewOf(next)) !== JSON.stringify(viewOf(scene))
      scene = next
      canvas.setAttribute('aria-label', next.label)
      deck.setProps({ layers: layersOf(next) })
      if (isMoved) move(viewOf(next))
    },
    zoomBy: (steps) => move({ ...view, zoom: Math.min(mostZoom, Math.max(-1, view.zoom + steps)) }),
    fit: () => move(viewOf(scene)),
    pick: (x, y) => {
      const info = deck.pickObject({ x, y, radius: pickRadius })
      return info ? pickedOf(info) : undefined
    },
    picture() {
      deck.redraw('picture')
      const copy = document.createElement('canvas')
      copy.width = canvas.width
      copy.height = canvas.height
      copy.getContext('2d')?.drawImage(canvas, 0, 0)
      return copy
    },
    stop: () => {
      deck.finalize()
      canvas.remove()
    },
  }
}

let offersWebGl: boolean | undefined

/** Whether the browser can draw maps. */
export function hasWebGl(): boolean {
  offersWebGl ??= canOpenContext()
  return offersWebGl
}

function canOpenContext(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // a page has few of them
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
