import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { offerCopy } from '../../../../web/ui/paint/copies.ts'
import { ControlWriter } from '../../pageParts.ts'
import type { Viewport } from '../viewport.ts'
import type { DeckMapProps } from './deckMapProps.ts'
import type { Picked, Scene } from './engine.ts'
import { boundsOfMark } from './focusedMark.ts'
import type { Box } from './mapLabels.ts'
import { leavePageGestures } from './pageGestures.ts'
import type { Project } from './placeNames.ts'
import type { PageMap } from './startMap.ts'

type State = 'starting' | 'drawn' | 'lost' | 'noWebGl'

/**
 * Draws the scene into the element `host`, and keeps the elements in `above` at their places. The elements in
 * `covering` cover the map. `areaKey` changes with the area by which the map filters.
 */
export function usePageMap(props: DeckMapProps, scene: Scene, areaKey: string | undefined) {
  const { chart, layers, bounds, focused } = props
  const { theme, size } = scene
  /** the map with its legend and credits */
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const covering = useRef<HTMLDivElement>(null)
  const engine = useRef<PageMap>(undefined)
  const [state, setState] = useState<State>('starting')
  const [attempt, setAttempt] = useState(0)
  /** the credits of a base map from another server */
  const [credits, setCredits] = useState<string[]>()
  /** number of elements above the map for which there is no room */
  const [leftOut, setLeftOut] = useState(0)
  const [hovered, setHovered] = useState<Picked>()
  const currentScene = useEffectEvent(() => scene)
  const onPicture = useEffectEvent((isThere: boolean) => {
    const element = frame.current
    chart.picture?.(isThere && element ? { element } : null)
  })
  const onPlaced = useEffectEvent((project: Project) => {
    const middles = (props.placed ?? []).map(({ place }): [number, number] => {
      const [x = 0, y = 0] = project(place)
      return [x, y]
    })
    const { scale = 1, shown } = props.arrange?.(middles) ?? {}
    for (const [at, element] of [...(above.current?.children ?? [])].entries()) {
      if (!(element instanceof HTMLElement)) continue
      const [x, y] = middles[at] ?? [0, 0]
      element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`
      element.style.visibility = shown?.[at] === false ? 'hidden' : ''
    }
    setLeftOut(shown?.filter((isShown) => !isShown).length ?? 0)
  })
  const writeControls = useContext(ControlWriter)
  const onMoved = useEffectEvent((view: Viewport) =>
    writeControls?.(props.controlsOf ? props.controlsOf(view) : { viewport: view }),
  )
  const onClick = useEffectEvent((picked: Picked) => {
    if (engine.current) props.onChoose?.(picked, engine.current)
  })

  useEffect(() => {
    const element = host.current
    if (!element) return
    let isGone = false
    const listening = new AbortController()
    offerCopy(element, () => engine.current?.picture() ?? null)
    async function start(element: HTMLDivElement) {
      const { hasWebGl, landFor, startMap } = await import('./startMap.ts')
      if (isGone) return
      if (!hasWebGl()) return setState('noWebGl')
      await landFor(currentScene())
      if (isGone) return
      leavePageGestures(element, listening.signal)
      engine.current = startMap(element, currentScene(), {
        onHover: setHovered,
        onClick,
        onMoved,
        onPlaced,
        onCredits: setCredits,
        boxesAbove: () => boxesOf(covering.current, element),
        onLost: () => setState('lost'),
        onDrawn: () => {
          setState('drawn')
          onPicture(true)
        },
      })
    }
    start(element).catch(() => {
      if (!isGone) setState('lost')
    })
    return () => {
      isGone = true
      listening.abort()
      engine.current?.stop()
      engine.current = undefined
      onPicture(false)
    }
  }, [attempt])

  useEffect(() => {
    engine.current?.update(currentScene())
    // the dependencies are everything that the scene contains
  }, [layers, bounds, theme, size.width, size.height, chart.formData, areaKey, focused])

  useEffect(() => {
    const box = focused && boundsOfMark(focused)
    if (box) engine.current?.reveal(box)
  }, [focused])

  function startAgain() {
    setState('starting')
    setAttempt(attempt + 1)
  }
  return { engine, frame, host, above, covering, state, attempt, credits, leftOut, hovered, setHovered, startAgain }
}

/**
 * The boxes of the elements in `covering`, in px from the upper left corner of the map. A line of text is as wide as
 * the map, so the boxes of its texts are used instead.
 */
function boxesOf(covering: HTMLElement | null, map: HTMLElement): Box[] {
  const { left: mapLeft, top: mapTop } = map.getBoundingClientRect()
  return [...(covering?.querySelectorAll(':scope > :not(p), :scope > p > *') ?? [])].flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (top === bottom) return []
    return { left: left - mapLeft, top: top - mapTop, right: right - mapLeft, bottom: bottom - mapTop }
  })
}
