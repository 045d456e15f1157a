import {
  AmbientLight,
  type DeckProps,
  DirectionalLight,
  type InteractionState,
  type Layer,
  LightingEffect,
  MapView,
  type PickingInfo,
} from '@deck.gl/core'
import type { ChartTheme } from '../../theme.ts'
import type { Covered } from '../coverage.ts'
import { fineLandZoom } from '../land.ts'
import { partAround, turnsOf, wholeWorld } from '../turns.ts'
import type { Bounds, Viewport } from '../viewport.ts'
import { baseLayers, hasFineLand, loadFineLand } from './baseMap.ts'
import { createCamera, mostZoom } from './camera.ts'
import { circleAt } from './circleAt.ts'
import { viewShowing } from './focusedMark.ts'
import { createFrames } from './frames.ts'
import { layerOf } from './layerOf.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import { type Limits, limitsOf } from './limits.ts'
import { type Box, boxOfLabel, drawLabels, type MapLabel } from './mapLabels.ts'
import { PageDeck } from './pageDeck.ts'
import { canvasCoverage } from './pixelCoverage.ts'
import { type Project, placeNames } from './placeNames.ts'
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

/** The labels of a view. `page`: the function that converts places to px, and the boxes of what covers the map. */
export type LabelsOfView = (
  view: Viewport,
  size: Size,
  page: { place: Project; boxes: readonly Box[] },
) => readonly MapLabel[]

/** What a map shows. */
export interface Scene extends Looks {
  theme: ChartTheme
  layers: (LayerSpec | LayerOfView)[]
  /** texts above the layers */
  labels?: LabelsOfView
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
  /** called when the user has moved the map and it has come to rest */
  onMoved: (view: Viewport) => void
  /** called after each frame, with a function that converts places to px */
  onPlaced?: (project: Project) => void
  /** the boxes of elements that cover the map: place names must not overlap them */
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
  /** Moves the map if it does not show this box. It is no movement by hand: the view is not reported. */
  reveal: (bounds: Bounds) => void
  pick: (x: number, y: number) => Picked | undefined
  /** The longitude and latitude of a position in px; undefined before the first frame. */
  placeAt: (x: number, y: number) => readonly number[] | undefined
  /** The function that converts places of the current view to px. */
  project: () => Project
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

/** Without `normalize: false`, deck.gl would apply limits of its own. */
const viewStateOf = (view: Viewport, { leastZoom }: Limits) =>
  ({ ...view, maxZoom: mostZoom, minZoom: leastZoom, normalize: false }) as never

const isInteraction = ({ isDragging, isPanning, isZooming, isRotating }: InteractionState) =>
  [isDragging, isPanning, isZooming, isRotating].some(Boolean)

const pickedOf = ({ layer, index, object, x, y }: PickingInfo): Picked | undefined =>
  layer && index >= 0 ? { layer: layer.id, index, object, x, y } : undefined

function pickIn(deck: PageDeck, x: number, y: number): Picked | undefined {
  const info = deck.isInitialized ? deck.pickObject({ x, y, radius: pickRadius }) : null
  return info ? pickedOf(info) : undefined
}

/** Draws a map again, with the finer outline of land, when it first shows a region. */
function fineLandOnce(signal: AbortSignal, viewOfLand: () => Viewport | undefined, draw: () => void): () => void {
  let isAsked = hasFineLand()
  function addIfNeeded() {
    if (isAsked || (viewOfLand()?.zoom ?? 0) < fineLandZoom) return
    isAsked = true
    loadFineLand().then(
      () => signal.aborted || draw(),
      // the map keeps its outline
      () => undefined,
    )
  }
  addIfNeeded()
  return addIfNeeded
}

/** Replaces the layers. deck.gl keeps the index of the mark that it highlights, which may be that of another mark now. */
function replaceLayers(deck: PageDeck, layers: Layer[]): void {
  deck.setProps({ layers })
  for (const layer of layers) layer.updateAutoHighlight({ picked: false } as PickingInfo)
}

/** What a view shows of the ground. A map that repeats is drawn several times as a whole. */
const groundOf = (view: Viewport, size: Size, repeats: boolean) => ({
  turns: repeats ? [0] : turnsOf(view, size),
  showsRegion: view.zoom >= fineLandZoom,
  part: repeats ? wholeWorld : partAround(view, size),
})

/** The layers of a scene for a view. `hasBase`: whether there is a base map below them. */
const layersOf = ({ layers, theme, size, repeats }: Scene, view: Viewport, hasBase: boolean) => [
  ...(hasBase ? [] : baseLayers(theme, groundOf(view, size, repeats))),
  ...layers.map((layer) => layerOf(typeof layer === 'function' ? layer(view, size) : layer)),
]

/** Whether the layers of a scene differ between two views. */
function differs({ layers, size, repeats }: Scene, before: Viewport, view: Viewport): boolean {
  if (layers.some((layer) => typeof layer === 'function')) return true
  const [one, other] = [before, view].map((each) => groundOf(each, size, repeats))
  return JSON.stringify(one) !== JSON.stringify(other)
}

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

/**
 * Converts places to px in the last frame. If the map continues beyond 180 degrees, each place is in the repetition
 * that is nearest to the middle of the view.
 */
function projectOf(deck: PageDeck, view: Viewport, { repeats }: Scene): Project {
  const [viewport] = deck.getViewports()
  const near = (longitude: number) =>
    repeats ? longitude + 360 * Math.round((view.longitude - longitude) / 360) : longitude
  return ([longitude, latitude], height = 0) => viewport?.project([near(longitude), latitude, height]) ?? []
}

/** The names of large places, outside of the areas that the scene keeps free. */
function namesOf(
  { keepFree, size, theme }: Scene,
  view: Viewport,
  project: Project,
  { boxes, covered }: { boxes: readonly Box[]; covered: Covered | undefined },
): MapLabel[] {
  const kept = (keepFree?.(view, size) ?? []).map(({ place, radius }) => {
    const [x = 0, y = 0] = project(place)
    return { x, y, radius }
  })
  return placeNames(project, size, theme, { kept, boxes, ...(covered && { covered }) })
}

/** What a map shows at a time. */
interface Shown {
  scene: Scene
  /** the view for which the layers were created */
  madeFor: Viewport
  /** the view and the layers, which determine what the marks cover */
  picture: readonly [view: Viewport, layers: unknown]
  project: Project
  hasNames: boolean
  isAtRest: boolean
}

interface State extends Pick<Shown, 'scene' | 'madeFor' | 'isAtRest'> {
  view: Viewport
  hasBase: boolean
}

/** undefined before the first frame */
function shownOn(deck: PageDeck, { view, hasBase, ...state }: State): Shown | undefined {
  if (deck.getViewports().length === 0) return undefined
  const project = projectOf(deck, view, state.scene)
  return { ...state, project, picture: [view, deck.props.layers], hasNames: state.scene.hasNames && !hasBase }
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) => one.every((each, at) => each === other[at])

/**
 * Writes the labels of a scene and the names of places. Names depend on what the marks cover, so they are chosen when
 * the map is at rest and its frame is finished: reading the pixels of an unfinished frame would block the page.
 */
function createWriter(
  { canvas, texts }: ReturnType<typeof addSurface>,
  { boxesAbove, onPlaced }: Handlers,
  { signal, shownNow }: { signal: AbortSignal; shownNow: () => Shown | undefined },
): () => void {
  let names: MapLabel[] = []
  let chosenFor: readonly unknown[] = []
  let isWaiting = false

  function chooseWhenDone({ picture }: Shown): void {
    isWaiting = true
    whenDone(canvas, signal, () => {
      isWaiting = false
      const shown = shownNow()
      if (!shown?.hasNames || !shown.isAtRest) return
      if (!isSame(picture, shown.picture)) return chooseWhenDone(shown)
      const { scene, madeFor, project } = shown
      const { taken } = labelsOf(scene, madeFor, project, boxesAbove())
      names = namesOf(scene, madeFor, project, { boxes: taken, covered: canvasCoverage(canvas, scene.theme) })
      chosenFor = picture
      write()
    })
  }

  function write(): void {
    const shown = shownNow()
    if (!shown) return
    const { scene, madeFor, project, hasNames, isAtRest, picture } = shown
    onPlaced?.(project)
    if (!hasNames) [names, chosenFor] = [[], []]
    drawLabels(texts, [...names, ...labelsOf(scene, madeFor, project, boxesAbove()).labels], project)
    if (hasNames && isAtRest && !isWaiting && !isSame(picture, chosenFor)) chooseWhenDone(shown)
  }
  return write
}

/** The labels of the scene, and the boxes that names of places must not overlap. */
function labelsOf(scene: Scene, view: Viewport, project: Project, boxes: readonly Box[]) {
  const labels = scene.labels?.(view, scene.size, { place: project, boxes }) ?? []
  return { labels, taken: [...boxes, ...labels.map((label) => boxOfLabel(label, project))] }
}

/** `start`: the initial view, if it is not that of the scene. */
export function startEngine(
  host: HTMLDivElement,
  first: Scene,
  start: Viewport | undefined,
  handlers: Handlers,
): MapEngine {
  let scene = first
  let limits = limitsOf(first)
  const camera = createCamera(start ?? viewOf(first), { limits: () => limits, onView, onMoved: handlers.onMoved })
  /** the view for which the view-dependent layers were created */
  let madeFor = camera.view()
  let [isMoving, isDrawn] = [false, false]
  const stopping = new AbortController()
  const layersNow = () => layersOf(scene, madeFor, base.isShown())
  const setLayers = () => replaceLayers(deck, layersNow())
  const surface = addSurface(host, first.label)
  const { canvas, frame } = surface
  const writeTexts = createWriter(surface, handlers, { signal: stopping.signal, shownNow })
  const base = startBase(frame, first.style, {
    signal: stopping.signal,
    view: camera.view,
    onCredits: handlers.onCredits,
    onDropped: setLayers,
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
  const deck = new PageDeck({
    ...settings,
    canvas,
    parent: host,
    _customRender: frames.render,
    views: mapViewOf(first),
    viewState: viewStateOf(camera.view(), limits),
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
      if (isMoving) return
      if (isDrawn) writeTexts()
      if (madeFor !== camera.view() && !frames.isShifting()) refresh()
    },
    onError: () => handlers.onLost(),
    onAfterRender: () => {
      writeTexts()
      if (!isDrawn) whenDone(canvas, stopping.signal, handlers.onDrawn)
      isDrawn = true
    },
  })
  deck.circleAt = (x, y) => circleAt(scene, camera.view(), [x, y])
  listenToClicks(frame, (x, y) => pickIn(deck, x, y), handlers.onClick)
  const addFineLand = fineLandOnce(stopping.signal, () => (base.isShown() ? undefined : camera.view()), setLayers)
  function onView(view: Viewport) {
    deck.setProps({ viewState: viewStateOf(view, limits) })
    base.look(view)
    addFineLand()
    if (!(isMoving && scene.waitsForRest) && !frames.isShifting()) refresh()
    handlers.onHover(undefined)
  }
  function refresh() {
    const before = madeFor
    madeFor = camera.view()
    if (differs(scene, before, madeFor)) setLayers()
  }
  const projectNow = () => projectOf(deck, camera.view(), scene)
  function shownNow() {
    const isAtRest = !isMoving && !frames.isShifting()
    return shownOn(deck, { scene, madeFor, view: camera.view(), hasBase: base.isShown(), isAtRest })
  }
  return {
    update(next, moves) {
      if (next.style !== undefined && next.style !== scene.style) base.show(next.style)
      scene = next
      limits = limitsOf(next)
      frame.setAttribute('aria-label', next.label)
      deck.setProps({ views: mapViewOf(next), layers: layersNow() })
      if (moves) camera.jump(viewOf(next))
    },
    zoomBy: camera.zoomBy,
    lookAt: camera.lookAt,
    fit: () => camera.lookAt(viewOf({ ...scene, ...(scene.data && { bounds: scene.data }) })),
    reveal: (bounds) => camera.show(viewShowing(bounds, camera.view(), scene.size, projectNow())),
    pick: (x, y) => pickIn(deck, x, y),
    placeAt: (x, y) => deck.getViewports()[0]?.unproject([x, y]),
    project: projectNow,
    picture() {
      if (deck.isInitialized) frames.draw()
      return surface.picture(base.canvas(), scene.theme.mapSea)
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
