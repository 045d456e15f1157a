import { type Area, areaAround } from '../areaFilter.ts'
import { fineLandZoom } from '../land.ts'
import type { Corner } from '../lasso.ts'
import { readViewport, type Viewport } from '../viewport.ts'
import { loadFineLand } from './baseMap.ts'
import { type ContextUser, contexts } from './contexts.ts'
import { copyOf } from './copyOf.ts'
import { type Handlers, type MapEngine, type Scene, startEngine } from './engine.ts'
import type { Project } from './placeNames.ts'
import { asksToMove, viewOf } from './sceneView.ts'

/** A map on a page. It has an engine while it is in use; at other times it is a picture. */
export interface PageMap extends Pick<MapEngine, 'zoomBy' | 'lookAt' | 'fit' | 'reveal' | 'pick' | 'stop'> {
  update: (scene: Scene) => void
  /** Passes the area between two corners (in px) to `use`, once the map is in use. */
  withArea: (corners: readonly (readonly [x: number, y: number])[], use: (area: Area | undefined) => void) => void
  /** Passes the places of a ring in px, and the function that converts places to px, to `use`, once the map is in use. */
  withRing: (line: readonly Corner[], use: (ring: Corner[], project: Project) => void) => void
  /** A copy of the picture; undefined if nothing was drawn yet. */
  picture: () => HTMLCanvasElement | undefined
}

/** A map within this distance of the screen, in px, keeps its engine. */
const margin = 240

/** ms: a map is not delayed longer; it is then drawn again when the finer land has loaded */
const landTimeout = 1000

/** Waits for the finer land if the first view of a map shows it: otherwise all its marks would be drawn twice. */
export async function landFor(scene: Scene): Promise<void> {
  if (scene.style !== undefined || viewOf(scene).zoom < fineLandZoom) return
  const timeout = new Promise<void>((done) => setTimeout(done, landTimeout))
  // without it, the map is drawn with the coarse land
  await Promise.race([loadFineLand().catch(() => undefined), timeout])
}

/**
 * Draws a map once. It releases its context when it leaves the screen or another map needs the context: the last
 * picture replaces it until a user interacts with the map again.
 */
export function startMap(host: HTMLDivElement, first: Scene, handlers: Handlers): PageMap {
  let scene = first
  /** the view of a suspended map; undefined: the view of the scene */
  let view: Viewport | undefined
  /** the last view that the user moved the map to */
  let reported: Viewport | undefined
  let engine: MapEngine | undefined
  const still = createStill(host)
  let isDrawn = false
  let isOnScreen = true
  let isGone = false
  /** actions that were requested while the map was suspended */
  const wishes: ((engine: MapEngine) => void)[] = []

  const isEmpty = () => host.clientWidth * host.clientHeight === 0
  const hasFocus = () => host.contains(document.activeElement)
  const user: ContextUser = {
    start,
    // an empty tile is never drawn
    isStarting: () => !isDrawn && !isEmpty(),
    canRest: () => (isDrawn && !hasFocus() && !host.matches(':hover')) || isEmpty(),
    rest,
  }

  function start() {
    isDrawn = false
    try {
      const started = startEngine(host, scene, view, { ...handlers, onDrawn, onLost, onMoved })
      engine = started
      for (const wish of wishes.splice(0)) wish(started)
    } catch {
      // otherwise the maps in the queue would wait for this one forever
      onLost()
    }
  }

  function onDrawn() {
    isDrawn = true
    const focused = still.hasFocus()
    still.hide()
    if (focused) engine?.focus()
    handlers.onDrawn()
    if (!isOnScreen) restBeyondScreen()
    contexts.serve()
  }

  function onMoved(at: Viewport) {
    reported = readViewport({ ...at, longitude: normalized(at.longitude) })
    handlers.onMoved(reported)
  }

  function onLost() {
    stop()
    handlers.onLost()
  }

  function rest() {
    if (!engine) return
    if (isDrawn) still.show(engine.picture(), scene.label)
    view = engine.view()
    engine.stop()
    engine = undefined
    handlers.onHover(undefined)
  }

  function restBeyondScreen() {
    if (!engine || !user.canRest()) return
    rest()
    contexts.leave(user)
  }

  const listening = new AbortController()
  const ask = () => {
    if (!isGone) contexts.ask(user)
  }
  listenToUse(host, ask, listening.signal)
  host.addEventListener('webglcontextlost', onLost, { capture: true, signal: listening.signal })
  const stopWatching = watchScreen(host, (isNear) => {
    isOnScreen = isNear
    if (!isOnScreen && isDrawn) restBeyondScreen()
  })

  function stop() {
    isGone = true
    listening.abort()
    stopWatching()
    engine?.stop()
    engine = undefined
    still.hide()
    contexts.leave(user)
  }

  function wish(wanted: (engine: MapEngine) => void) {
    if (engine) return wanted(engine)
    wishes.push(wanted)
    ask()
  }

  ask()
  return {
    update(next) {
      const moves = asksToMove(scene, next, reported)
      if (moves) [view, reported] = [undefined, undefined]
      engine?.update(next, moves)
      scene = next
      ask()
    },
    zoomBy: (steps) => wish((drawing) => drawing.zoomBy(steps)),
    lookAt: (next) => wish((drawing) => drawing.lookAt(next)),
    fit: () => wish((drawing) => drawing.fit()),
    reveal: (bounds) => wish((drawing) => drawing.reveal(bounds)),
    pick: (x, y) => engine?.pick(x, y),
    withArea: (corners, use) => wish((drawing) => use(areaAround(corners.map(([x, y]) => drawing.placeAt(x, y))))),
    withRing: (line, use) => wish((drawing) => use(placesOf(line, drawing), drawing.project())),
    picture: () => (engine && isDrawn ? engine.picture() : still.copy()),
    stop,
  }
}

/** The places of positions in px. */
const placesOf = (line: readonly Corner[], { placeAt }: MapEngine): Corner[] =>
  line.flatMap(([x, y]): Corner[] => {
    const [longitude, latitude] = placeAt(x, y) ?? []
    return longitude === undefined || latitude === undefined ? [] : [[longitude, latitude]]
  })

/** Calls back when the map comes near the screen or leaves it. The returned function stops this. */
function watchScreen(host: HTMLElement, onChange: (isNear: boolean) => void): () => void {
  const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? true), {
    rootMargin: `${margin}px`,
  })
  observer.observe(host)
  return () => observer.disconnect()
}

/** Calls back when the user points at the map, presses on it or moves the focus to it. */
function listenToUse(host: HTMLElement, onUse: () => void, signal: AbortSignal): void {
  // scrolling the page below the pointer causes no pointer events
  const onMove = ({ movementX, movementY }: PointerEvent) => {
    if (movementX !== 0 || movementY !== 0) onUse()
  }
  host.addEventListener('pointermove', onMove, { passive: true, signal })
  for (const type of ['pointerdown', 'focusin']) host.addEventListener(type, onUse, { passive: true, signal })
}

interface Still {
  show: (picture: HTMLCanvasElement, label: string) => void
  hide: () => void
  hasFocus: () => boolean
  /** undefined if none was shown yet */
  copy: () => HTMLCanvasElement | undefined
}

/** The image that replaces a suspended map. Like the map, it can be focused. */
function createStill(host: HTMLElement): Still {
  let picture: HTMLCanvasElement | undefined
  return {
    show(drawn, label) {
      picture?.remove()
      picture = drawn
      picture.setAttribute('role', 'img')
      picture.setAttribute('aria-label', label)
      picture.tabIndex = 0
      picture.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; outline: none'
      host.append(picture)
    },
    hide: () => picture?.remove(),
    hasFocus: () => picture !== undefined && document.activeElement === picture,
    copy: () => picture && copyOf(picture),
  }
}

/** The longitude between -180 and 180 degrees. The center of a map of data beyond this range may be outside of it. */
const normalized = (longitude: number) => longitude - 360 * Math.round(longitude / 360)

let offersWebGl: boolean | undefined

/** Whether the browser can draw maps with WebGL. */
export function hasWebGl(): boolean {
  offersWebGl ??= canOpenContext()
  return offersWebGl
}

function canOpenContext(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // releases it: a page has only a few contexts
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
