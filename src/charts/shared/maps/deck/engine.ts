import {
  AmbientLight,
  Deck,
  DirectionalLight,
  type Layer,
  LightingEffect,
  MapView,
  type PickingInfo,
} from '@deck.gl/core'
import { ArcLayer, BitmapLayer, PathLayer, PolygonLayer, ScatterplotLayer } from '@deck.gl/layers'
import type { ChartTheme } from '../../theme.ts'
import type { Viewport } from '../viewport.ts'
import { baseLayers } from './baseMap.ts'
import { createFrames, type Shift } from './frames.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import { drawLabels, type MapLabel } from './mapLabels.ts'
import { placeNames } from './placeNames.ts'
import { type Looks, viewOf } from './sceneView.ts'
import type { StyledBase } from './styledBase.ts'

interface Size {
  width: number
  height: number
}

export interface KeptPlace {
  place: readonly [longitude: number, latitude: number]
  radius: number
}

/** What a map shows. */
export interface Scene extends Looks {
  theme: ChartTheme
  layers: (LayerSpec | LayerOfView)[]
  /** texts above the layers */
  labels?: (view: Viewport, size: Size) => readonly MapLabel[]
  /** areas that names of places must not overlap: px around places */
  keepFree?: (view: Viewport, size: Size) => readonly KeptPlace[]
  /** layers that depend on the view are updated after the map has moved, not while it moves */
  waitsForRest?: boolean
  /** the name of the picture, for screen readers */
  label: string
  /** whether the map continues beyond 180 degrees, because the data does */
  repeats: boolean
  /** whether the names of large places are shown */
  hasNames: boolean
  /** the address of a MapLibre style that is the base map */
  style?: string
}

/** A mark under the pointer. `index`: the row of the layer's data. */
export interface Picked {
  layer: string
  index: number
  object: unknown
  x: number
  y: number
}

export interface Handlers {
  onHover: (picked: Picked | undefined) => void
  onClick: (picked: Picked) => void
  /** the WebGL context was lost: nothing more is drawn */
  onLost: () => void
  onDrawn: () => void
  /** credits of the base map, as texts; undefined for the product's own map */
  onCredits: (credits: string[] | undefined) => void
  /** called when the user has moved the map and it rests */
  onMoved: (view: Viewport) => void
  /** called after each picture, with a function that returns the px of places */
  onPlaced?: (project: Project) => void
}

export type Project = (place: readonly [longitude: number, latitude: number]) => number[]

export interface MapEngine {
  /** `moves`: the map changes to the view of the scene */
  update: (scene: Scene, moves: boolean) => void
  zoomBy: (steps: number) => void
  /** Moves the map to another view. */
  lookAt: (view: Partial<Viewport>) => void
  /** Restores the initial view. */
  fit: () => void
  pick: (x: number, y: number) => Picked | undefined
  /** Longitude and latitude at px; undefined before the first picture. */
  placeAt: (x: number, y: number) => readonly number[] | undefined
  /** the current view */
  view: () => Viewport
  /** A copy of the picture. */
  picture: () => HTMLCanvasElement
  focus: () => void
  /** Also releases the WebGL context. */
  stop: () => void
}

const layerOf = ({ kind, id, props }: LayerSpec): Layer => {
  switch (kind) {
    case 'scatterplot':
      return new ScatterplotLayer({ id, ...props })
    case 'arc':
      return new ArcLayer({ id, ...props })
    case 'path':
      return new PathLayer({ id, ...props })
    case 'polygon':
      return new PolygonLayer({ id, material, ...props })
    case 'bitmap':
      return new BitmapLayer({ id, ...props, image: imageOf(props['image']) })
  }
}

/** Colors as a browser image. */
function imageOf(image: unknown): ImageData {
  const { data, width, height } = image as { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }
  return new ImageData(data, width, height)
}

const mostZoom = 20
const pickRadius = 4
/** ms without a movement, after which the view is reported to the page */
const reportMs = 300
/** maximum movement of the pointer during a click, in px */
const clickRadius = 5

/** Light from above: the top of a column has the color of the legend, and its sides are darker. */
const light = new LightingEffect({
  ambient: new AmbientLight({ color: [255, 255, 255], intensity: 1 }),
  above: new DirectionalLight({ color: [255, 255, 255], intensity: 1, direction: [-1, 2, -4] }),
})

/** Both parts add up on the tops of columns: 0.5 + 0.57 * cos(29 degrees) = 1. */
const material = {
  ambient: 0.5,
  diffuse: 0.57,
  shininess: 1,
  specularColor: [0, 0, 0] as [number, number, number],
}

/** ms between two checks of a frame that is being drawn */
const frameStep = 16

/**
 * Calls back when a frame is actually drawn, not only requested. Without a graphics card that takes seconds, and frames
 * that other maps requested meanwhile would all wait for each other.
 */
function whenDone(canvas: HTMLCanvasElement, signal: AbortSignal, done: () => void): void {
  const gl = canvas.getContext('webgl2')
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl?.flush()
  const look = () => {
    if (signal.aborted) return
    if (gl && fence && gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) setTimeout(look, frameStep)
    else done()
  }
  setTimeout(look)
}

const mapViewOf = ({ repeats }: Scene) => new MapView({ repeat: repeats })

/** `start`: the initial view, if it is not that of the scene. */
export function startEngine(
  host: HTMLDivElement,
  first: Scene,
  start: Viewport | undefined,
  handlers: Handlers,
): MapEngine {
  let scene = first
  let view = start ?? viewOf(first)
  /** the view for which the view-dependent layers were created */
  let madeFor = view
  let isMoving = false
  let isDrawn = false
  const stopping = new AbortController()
  const pickedOf = ({ layer, index, object, x, y }: PickingInfo): Picked | undefined =>
    layer && index >= 0 ? { layer: layer.id, index, object, x, y } : undefined
  let styled: StyledBase | undefined
  /** if a style cannot be loaded, the product's own land and borders stay visible */
  let hasStyle = first.style !== undefined
  const layersOf = (of: Scene) => [
    ...(hasStyle ? [] : baseLayers(of.theme)),
    ...of.layers.map((layer) => layerOf(typeof layer === 'function' ? layer(madeFor, of.size) : layer)),
  ]
  const dependsOnView = () => scene.layers.some((layer) => typeof layer === 'function')
  // a separate canvas: deck.gl gives all of its own canvases the same id
  const canvas = document.createElement('canvas')
  // otherwise the first frame would have another size and be drawn in vain
  canvas.width = Math.round(host.clientWidth * devicePixelRatio)
  canvas.height = Math.round(host.clientHeight * devicePixelRatio)
  canvas.setAttribute('aria-hidden', 'true')
  // the frame stays in place while the picture inside is shifted, so that pointer positions remain correct
  const frame = document.createElement('div')
  frame.className = 'deck-events-root'
  frame.style.cssText = 'position: absolute; inset: 0; overflow: hidden'
  frame.setAttribute('role', 'img')
  frame.setAttribute('aria-label', first.label)
  frame.append(canvas)
  host.append(frame)
  const texts = document.createElement('canvas')
  texts.setAttribute('aria-hidden', 'true')
  texts.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none'
  // otherwise, code that checks canvases for WebGL contexts would create one here
  texts.getContext('2d')
  host.append(texts)
  async function startStyle(style: string) {
    const { startStyledBase } = await import('./styledBase.ts')
    if (stopping.signal.aborted) return
    const base = startStyledBase(frame, { style, view }, (credits) => {
      handlers.onCredits(credits)
      if (credits !== undefined || base !== styled) return
      dropStyle()
    })
    styled = base
  }
  function dropStyle() {
    styled?.stop()
    styled = undefined
    hasStyle = false
    handlers.onCredits(undefined)
    deck.setProps({ layers: layersOf(scene) })
  }
  const frames = createFrames({
    draw: () => deck._drawLayers('frame'),
    whenDone: (done) => whenDone(canvas, stopping.signal, done),
    view: () => view,
    shift,
    rest: () => {
      if (madeFor !== view) refresh()
      deck.redraw('rest')
    },
    now: () => performance.now(),
  })
  function shift(by: Shift | undefined) {
    const transform = by ? `translate(${by.x}px, ${by.y}px) scale(${by.scale})` : ''
    for (const element of [canvas, texts]) element.style.transform = transform
    if (by) handlers.onPlaced?.(projectNow())
  }
  const deck: Deck<MapView> = new Deck<MapView>({
    canvas,
    parent: host,
    _customRender: frames.render,
    width: '100%',
    height: '100%',
    // images of the chart and of its dashboard copy the canvas
    deviceProps: { type: 'webgl', webgl: { preserveDrawingBuffer: true } },
    views: mapViewOf(first),
    controller: { scrollZoom: { speed: 0.01, smooth: false }, inertia: false, keyboard: true },
    viewState: { ...view, maxZoom: mostZoom, minZoom: -1 } as never,
    // also called when the map gets its size
    onViewStateChange: ({ viewState, interactionState }) => {
      const { isDragging, isPanning, isZooming, isRotating } = interactionState
      const isByHand = [isDragging, isPanning, isZooming, isRotating].some(Boolean)
      frames.moved()
      if (isByHand) moveByHand(viewState as Viewport)
      else move(viewState as Viewport)
      return viewState
    },
    effects: [light],
    layers: layersOf(first),
    pickingRadius: pickRadius,
    // only the browser handles one finger, for scrolling
    touchAction: 'pan-x pan-y',
    getCursor: ({ isDragging, isHovering }) => (isDragging ? 'grabbing' : isHovering ? 'pointer' : 'grab'),
    onHover: (info) => handlers.onHover(pickedOf(info)),
    onInteractionStateChange: ({ isDragging, isPanning, isZooming, isRotating }) => {
      isMoving = [isDragging, isPanning, isZooming, isRotating].some(Boolean)
      if (!isMoving && madeFor !== view && !frames.isShifting()) refresh()
    },
    onError: () => handlers.onLost(),
    onAfterRender: () => {
      writeTexts()
      if (isDrawn) return
      isDrawn = true
      whenDone(canvas, stopping.signal, handlers.onDrawn)
    },
  })
  /** While frames are slow, deck.gl interprets a click as a long press. */
  let pressedAt: [x: number, y: number] | undefined
  frame.addEventListener('pointerdown', ({ clientX, clientY }) => {
    pressedAt = [clientX, clientY]
  })
  frame.addEventListener('click', ({ clientX, clientY }) => {
    const [x, y] = pressedAt ?? [clientX, clientY]
    if (Math.hypot(clientX - x, clientY - y) > clickRadius) return
    const { left, top } = frame.getBoundingClientRect()
    const picked = pick(clientX - left, clientY - top)
    if (picked) handlers.onClick(picked)
  })
  function pick(x: number, y: number) {
    const info = deck.isInitialized ? deck.pickObject({ x, y, radius: pickRadius }) : null
    return info ? pickedOf(info) : undefined
  }
  function move(next: Viewport) {
    const { longitude, latitude, zoom, bearing, pitch } = next
    view = { longitude, latitude, zoom, bearing, pitch }
    deck.setProps({ viewState: { ...view, maxZoom: mostZoom, minZoom: -1 } as never })
    styled?.look(view)
    if (!(isMoving && scene.waitsForRest) && !frames.isShifting()) refresh()
    handlers.onHover(undefined)
  }
  let reporting: ReturnType<typeof setTimeout> | undefined
  function moveByHand(next: Viewport) {
    move(next)
    clearTimeout(reporting)
    reporting = setTimeout(() => handlers.onMoved(view), reportMs)
  }
  function refresh() {
    madeFor = view
    if (dependsOnView()) deck.setProps({ layers: layersOf(scene) })
  }
  function projectNow(): Project {
    const [viewport] = deck.getViewports()
    const near = (longitude: number) => longitude + 360 * Math.round((view.longitude - longitude) / 360)
    return ([longitude, latitude]) => viewport?.project([near(longitude), latitude]) ?? []
  }
  const keptFree = (project: Project) =>
    (scene.keepFree?.(madeFor, scene.size) ?? []).map(({ place, radius }) => {
      const [x = 0, y = 0] = project(place)
      return { x, y, radius }
    })
  function writeTexts() {
    if (deck.getViewports().length === 0) return
    const project = projectNow()
    handlers.onPlaced?.(project)
    const names =
      scene.hasNames && !hasStyle
        ? placeNames(project, { ...scene.size, covered: scene.covered }, scene.theme, keptFree(project))
        : []
    drawLabels(texts, [...names, ...(scene.labels?.(madeFor, scene.size) ?? [])], project)
  }
  if (first.style !== undefined) startStyle(first.style).catch(dropStyle)
  return {
    update(next, moves) {
      if (next.style !== undefined && next.style !== scene.style) styled?.show(next.style)
      scene = next
      frame.setAttribute('aria-label', next.label)
      deck.setProps({ views: mapViewOf(next), layers: layersOf(next) })
      if (!moves) return
      clearTimeout(reporting)
      move(viewOf(next))
    },
    zoomBy: (steps) => moveByHand({ ...view, zoom: Math.min(mostZoom, Math.max(-1, view.zoom + steps)) }),
    lookAt: (next) => moveByHand({ ...view, ...next }),
    fit: () => moveByHand(viewOf({ ...scene, ...(scene.data && { bounds: scene.data }) })),
    pick,
    placeAt: (x, y) => deck.getViewports()[0]?.unproject([x, y]),
    picture() {
      if (deck.isInitialized) frames.draw()
      const copy = document.createElement('canvas')
      copy.width = canvas.width
      copy.height = canvas.height
      const context = copy.getContext('2d')
      const below = styled?.canvas()
      if (below) context?.drawImage(below, 0, 0, copy.width, copy.height)
      context?.drawImage(canvas, 0, 0)
      if (texts.width > 0) context?.drawImage(texts, 0, 0, copy.width, copy.height)
      return copy
    },
    view: () => view,
    focus: () => frame.focus({ preventScroll: true }),
    stop: () => {
      stopping.abort()
      clearTimeout(reporting)
      frames.stop()
      styled?.stop()
      deck.finalize()
      frame.remove()
      texts.remove()
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}
