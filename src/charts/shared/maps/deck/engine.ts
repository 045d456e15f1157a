import {
  AmbientLight,
  Deck,
  type DeckProps,
  DirectionalLight,
  type InteractionState,
  LightingEffect,
  MapView,
  type PickingInfo,
} from '@deck.gl/core'
import type { ChartTheme } from '../../theme.ts'
import type { Viewport } from '../viewport.ts'
import { baseLayers } from './baseMap.ts'
import { createCamera, mostZoom } from './camera.ts'
import { columnBoxes } from './columnBoxes.ts'
import { createFrames } from './frames.ts'
import { layerOf } from './layerOf.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import { drawLabels, type MapLabel } from './mapLabels.ts'
import { type Box, type Project, placeNames } from './placeNames.ts'
import { type Looks, viewOf } from './sceneView.ts'
import { startBase } from './startBase.ts'
import { addSurface } from './surface.ts'
import { whenDone } from './whenDone.ts'

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
  /** what covers the map: names of places are not below it */
  boxesAbove: () => Box[]
}

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

const pickRadius = 4
/** maximum movement of the pointer during a click, in px */
const clickRadius = 5

/** Light from above: the top of a column has the color of the legend, and its sides are darker. */
const light = new LightingEffect({
  ambient: new AmbientLight({ color: [255, 255, 255], intensity: 1 }),
  above: new DirectionalLight({ color: [255, 255, 255], intensity: 1, direction: [-1, 2, -4] }),
})

const mapViewOf = ({ repeats }: Scene) => new MapView({ repeat: repeats })

/** What does not depend on the scene. */
const settings: DeckProps<MapView> = {
  width: '100%',
  height: '100%',
  // images of the chart and of its dashboard copy the canvas
  deviceProps: { type: 'webgl', webgl: { preserveDrawingBuffer: true } },
  controller: { scrollZoom: { speed: 0.01, smooth: false }, inertia: false, keyboard: true },
  effects: [light],
  pickingRadius: pickRadius,
  // only the browser handles one finger, for scrolling
  touchAction: 'pan-x pan-y',
  getCursor: ({ isDragging, isHovering }) => (isDragging ? 'grabbing' : isHovering ? 'pointer' : 'grab'),
}

const viewStateOf = (view: Viewport) => ({ ...view, maxZoom: mostZoom, minZoom: -1 }) as never

const isInteraction = ({ isDragging, isPanning, isZooming, isRotating }: InteractionState) =>
  [isDragging, isPanning, isZooming, isRotating].some(Boolean)

const pickedOf = ({ layer, index, object, x, y }: PickingInfo): Picked | undefined =>
  layer && index >= 0 ? { layer: layer.id, index, object, x, y } : undefined

/** The layers of a scene for a view. `hasBase`: whether there is a base map below them. */
const layersOf = ({ layers, theme, size }: Scene, view: Viewport, hasBase: boolean) => [
  ...(hasBase ? [] : baseLayers(theme)),
  ...layers.map((layer) => layerOf(typeof layer === 'function' ? layer(view, size) : layer)),
]

const dependsOnView = ({ layers }: Scene) => layers.some((layer) => typeof layer === 'function')

/** Calls back with each mark that is clicked. While frames are slow, deck.gl interprets a click as a long press. */
function listenToClicks(frame: HTMLElement, pick: MapEngine['pick'], onClick: Handlers['onClick']): void {
  let pressedAt: [x: number, y: number] | undefined
  frame.addEventListener('pointerdown', ({ clientX, clientY }) => {
    pressedAt = [clientX, clientY]
  })
  frame.addEventListener('click', ({ clientX, clientY }) => {
    const [x, y] = pressedAt ?? [clientX, clientY]
    if (Math.hypot(clientX - x, clientY - y) > clickRadius) return
    const { left, top } = frame.getBoundingClientRect()
    const picked = pick(clientX - left, clientY - top)
    if (picked) onClick(picked)
  })
}

/** Places in px of the last picture, each in the repetition of the map that is nearest to the middle of the view. */
function projectOf(deck: Deck<MapView>, view: Viewport): Project {
  const [viewport] = deck.getViewports()
  const near = (longitude: number) => longitude + 360 * Math.round((view.longitude - longitude) / 360)
  return ([longitude, latitude], height = 0) => viewport?.project([near(longitude), latitude, height]) ?? []
}

/** The names of large places, beside what the scene keeps free. */
function namesOf({ keepFree, size, theme, layers }: Scene, view: Viewport, project: Project, boxes: readonly Box[]) {
  const kept = (keepFree?.(view, size) ?? []).map(({ place, radius }) => {
    const [x = 0, y = 0] = project(place)
    return { x, y, radius }
  })
  return placeNames(project, size, theme, { kept, boxes: [...boxes, ...columnBoxes(layers, project, size)] })
}

/** `start`: the initial view, if it is not that of the scene. */
export function startEngine(
  host: HTMLDivElement,
  first: Scene,
  start: Viewport | undefined,
  handlers: Handlers,
): MapEngine {
  let scene = first
  const camera = createCamera(start ?? viewOf(first), { onView, onMoved: handlers.onMoved })
  /** the view for which the view-dependent layers were created */
  let madeFor = camera.view()
  let isMoving = false
  let isDrawn = false
  const stopping = new AbortController()
  const layersNow = () => layersOf(scene, madeFor, base.isShown())
  const surface = addSurface(host, first.label)
  const { canvas, frame, texts } = surface
  const base = startBase(frame, first.style, {
    signal: stopping.signal,
    view: camera.view,
    onCredits: handlers.onCredits,
    onDropped: () => deck.setProps({ layers: layersNow() }),
  })
  const frames = createFrames({
    draw: () => deck._drawLayers('frame'),
    whenDone: (done) => whenDone(canvas, stopping.signal, done),
    view: camera.view,
    shift(by) {
      surface.shift(by)
      if (by) handlers.onPlaced?.(projectNow())
    },
    rest: () => {
      if (madeFor !== camera.view()) refresh()
      deck.redraw('rest')
    },
    now: () => performance.now(),
  })
  const deck: Deck<MapView> = new Deck<MapView>({
    ...settings,
    canvas,
    parent: host,
    _customRender: frames.render,
    views: mapViewOf(first),
    viewState: viewStateOf(camera.view()),
    // also called when the map gets its size
    onViewStateChange: ({ viewState, interactionState }) => {
      frames.moved()
      if (isInteraction(interactionState)) camera.moveByHand(viewState as Viewport)
      else camera.move(viewState as Viewport)
      return viewState
    },
    layers: layersNow(),
    onHover: (info) => handlers.onHover(pickedOf(info)),
    onInteractionStateChange: (state) => {
      isMoving = isInteraction(state)
      if (!isMoving && madeFor !== camera.view() && !frames.isShifting()) refresh()
    },
    onError: () => handlers.onLost(),
    onAfterRender: () => {
      writeTexts()
      if (isDrawn) return
      isDrawn = true
      whenDone(canvas, stopping.signal, handlers.onDrawn)
    },
  })
  listenToClicks(frame, pick, handlers.onClick)
  function pick(x: number, y: number) {
    const info = deck.isInitialized ? deck.pickObject({ x, y, radius: pickRadius }) : null
    return info ? pickedOf(info) : undefined
  }
  function onView(view: Viewport) {
    deck.setProps({ viewState: viewStateOf(view) })
    base.look(view)
    if (!(isMoving && scene.waitsForRest) && !frames.isShifting()) refresh()
    handlers.onHover(undefined)
  }
  function refresh() {
    madeFor = camera.view()
    if (dependsOnView(scene)) deck.setProps({ layers: layersNow() })
  }
  const projectNow = () => projectOf(deck, camera.view())
  function writeTexts() {
    if (deck.getViewports().length === 0) return
    const project = projectNow()
    handlers.onPlaced?.(project)
    const names = scene.hasNames && !base.isShown() ? namesOf(scene, madeFor, project, handlers.boxesAbove()) : []
    drawLabels(texts, [...names, ...(scene.labels?.(madeFor, scene.size) ?? [])], project)
  }
  return {
    update(next, moves) {
      if (next.style !== undefined && next.style !== scene.style) base.show(next.style)
      scene = next
      frame.setAttribute('aria-label', next.label)
      deck.setProps({ views: mapViewOf(next), layers: layersNow() })
      if (!moves) return
      camera.drop()
      camera.move(viewOf(next))
    },
    zoomBy: camera.zoomBy,
    lookAt: camera.lookAt,
    fit: () => camera.lookAt(viewOf({ ...scene, ...(scene.data && { bounds: scene.data }) })),
    pick,
    placeAt: (x, y) => deck.getViewports()[0]?.unproject([x, y]),
    picture() {
      if (deck.isInitialized) frames.draw()
      return surface.picture(base.canvas())
    },
    view: camera.view,
    focus: () => frame.focus({ preventScroll: true }),
    stop: () => {
      stopping.abort()
      camera.drop()
      frames.stop()
      base.stop()
      deck.finalize()
      surface.remove()
    },
  }
}
