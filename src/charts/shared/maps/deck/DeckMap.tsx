import { Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Button } from '../../../../web/ui/Button.tsx'
import { useText } from '../../../../web/ui/text.ts'
import type { ChartComponentProps } from '../../contract.ts'
import { clearedMask } from '../../crossFilter.ts'
import { ControlWriter } from '../../pageParts.ts'
import { type ChartTheme, chartTheme } from '../../theme.ts'
import { type Area, type AreaColumns, areaMask, areaOf, cornersOf } from '../areaFilter.ts'
import { type Bounds, readViewport, type Viewport } from '../viewport.ts'
import { AreaSelect } from './AreaSelect.tsx'
import css from './DeckMap.module.css'
import type { Described } from './describe.ts'
import type { Picked, Project, Scene } from './engine.ts'
import type { LayerOfView, LayerSpec } from './layerSpec.ts'
import { type Legend, MapLegend } from './MapLegend.tsx'
import { leavePageGestures } from './pageGestures.ts'
import { colorList } from './rgba.ts'
import type { PageMap } from './startMap.ts'
import { texts } from './texts.ts'

export interface MapForm {
  viewport: unknown
  autozoom: boolean
  mapbox_style: string
  js_data_mutator?: string
  js_tooltip?: string
  js_onclick_href?: string
}

interface Props {
  chart: ChartComponentProps<MapForm>
  layers: (LayerSpec | LayerOfView)[]
  /** the box around all data; undefined if no row has a place */
  bounds: Bounds | undefined
  /** number of rows of all results; absent: those of the first */
  rows?: number
  /** number of rows without a place or shape */
  missing: number
  /** number of rows whose shapes are too large to be drawn */
  tooLarge?: number
  /** whether the drawing replaces what the code of an older chart did with its rows */
  replacesMutator?: boolean | undefined
  /** the controls of the chart that say where the map looks; absent: the one of most maps */
  controlsOf?: (view: Viewport) => Record<string, unknown>
  labels?: Scene['labels']
  /** what names of places leave free */
  keepFree?: Scene['keepFree']
  waitsForRest?: boolean
  describe: (picked: Picked) => Described | null
  onChoose?: (picked: Picked, map: Pick<PageMap, 'lookAt'>) => void
  onMenu?: (picked: Picked, x: number, y: number) => void
  legend?: Legend
  /** a list of the marks for the keyboard */
  marks?: ReactNode
  /** the columns of degrees by which an area filters; absent: it cannot filter */
  areaBy?: AreaColumns | undefined
  /** elements above the map, centered on places */
  placed?: readonly { key: string; place: readonly [longitude: number, latitude: number]; node: ReactNode }[]
  /** shown instead of a legend */
  panel?: (isSmall: boolean) => ReactNode
  /** other data that the chart does not show */
  notes?: readonly string[]
}

/** Below this size there is no space for buttons and a legend. */
const roomFrom = { width: 220, height: 140 }
/** px: the buttons and the space to their left */
const buttonsWidth = 36

type State = 'starting' | 'drawn' | 'lost' | 'noWebGl'

/** A map with layers of marks, drawn with WebGL. */
export function DeckMap(props: Props) {
  const { chart, layers, bounds, describe, legend, tooLarge = 0 } = props
  const { formData: form, size, data, title } = chart
  const t = useText()
  const host = useRef<HTMLDivElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const engine = useRef<PageMap>(undefined)
  const [state, setState] = useState<State>('starting')
  const [attempt, setAttempt] = useState(0)
  /** the credits of a base map from another server */
  const [credits, setCredits] = useState<string[]>()
  const [hovered, setHovered] = useState<Picked>()
  const isDark = /dark|satellite/.test(form.mapbox_style)
  const theme = isDark ? chartTheme('dark') : chart.theme
  const [isSelecting, setIsSelecting] = useState(false)
  const { areaBy } = props
  const area = areaOf(chart.filterState)
  const areaKey = area?.join()
  const rows = props.rows ?? data[0]?.rowcount ?? 0
  const hasRoom = size.width >= roomFrom.width && size.height >= roomFrom.height
  const scene: Scene = {
    size,
    theme,
    layers: area ? [...layers, areaLayer(area, theme)] : layers,
    ...(props.labels && { labels: props.labels, waitsForRest: props.waitsForRest }),
    ...(props.keepFree && { keepFree: props.keepFree }),
    label: t(texts.picture, { title, rows }),
    ...(form.autozoom && bounds && { bounds }),
    ...(bounds && { data: bounds }),
    repeats: bounds !== undefined && (bounds[0][0] < -180 || bounds[1][0] > 180),
    viewport: readViewport(form.viewport),
    covered: hasRoom ? buttonsWidth : 0,
    hasNames: hasRoom,
    ...(chart.mapStyle && { style: chart.mapStyle[theme.mode] }),
  }
  const currentScene = useEffectEvent(() => scene)
  const onPicture = useEffectEvent((isThere: boolean) => {
    const element = host.current
    chart.picture?.(
      isThere && element
        ? { element, draw: () => withCanvases(engine.current?.picture(), element, above.current) }
        : null,
    )
  })
  const onPlaced = useEffectEvent((project: Project) => {
    for (const [at, element] of [...(above.current?.children ?? [])].entries()) {
      const placed = props.placed?.[at]
      const [x = 0, y = 0] = placed ? project(placed.place) : []
      if (element instanceof HTMLElement) element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`
    }
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
    async function start(element: HTMLDivElement) {
      const { hasWebGl, startMap } = await import('./startMap.ts')
      if (isGone) return
      if (!hasWebGl()) return setState('noWebGl')
      leavePageGestures(element, listening.signal)
      engine.current = startMap(element, currentScene(), {
        onHover: setHovered,
        onClick,
        onMoved,
        onPlaced,
        onCredits: setCredits,
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
  }, [layers, bounds, theme, size.width, size.height, form, areaKey])

  const described = hovered && describe(hovered)
  const unrun = [props.replacesMutator ? '' : form.js_data_mutator, form.js_tooltip, form.js_onclick_href]
  const notes = [
    ...(props.notes ?? []),
    props.missing > 0 && t(texts.noPlace, { missing: props.missing, rows }),
    tooLarge > 0 && t(texts.tooLarge, { tooLarge, rows }),
    unrun.some((code) => code?.trim()) && t(texts.notRun),
  ].filter((note) => note !== false)

  function onContextMenu(event: MouseEvent) {
    const box = host.current?.getBoundingClientRect()
    const picked = box && engine.current?.pick(event.clientX - box.left, event.clientY - box.top)
    if (!picked || !props.onMenu) return
    event.preventDefault()
    setHovered(undefined)
    props.onMenu(picked, event.clientX, event.clientY)
  }

  if (state === 'noWebGl') {
    return (
      <div className={css.frame} data-map={state}>
        <div className={css.instead}>
          <output>{t(texts.noWebGl)}</output>
          {chart.onViewRows && (
            <Button size="sm" onClick={chart.onViewRows}>
              {t(texts.viewRows)}
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <div className={css.frame} style={{ background: theme.surface }}>
      <div
        key={attempt}
        ref={host}
        className={css.canvas}
        data-map={state}
        onContextMenu={onContextMenu}
        onPointerLeave={() => setHovered(undefined)}
      />
      {props.placed && (
        <div ref={above} className={css.above} data-placed={state}>
          {props.placed.map(({ key, node }) => (
            <div key={key} className={css.placed}>
              {node}
            </div>
          ))}
        </div>
      )}
      {props.marks}
      {isSelecting && areaBy && (
        <AreaSelect
          size={size}
          onCancel={() => setIsSelecting(false)}
          onSelect={([left, top], [right, bottom]) => {
            setIsSelecting(false)
            const corners = [
              [left, top],
              [right, top],
              [right, bottom],
              [left, bottom],
            ] as const
            engine.current?.withArea(corners, (found) => found && chart.onDataMask?.(areaMask(areaBy, found)))
          }}
        />
      )}
      <div className={css.onMap} style={isDark ? variablesOf(theme) : undefined}>
        {hasRoom && state !== 'lost' && (
          <div className={css.buttons}>
            <MapButton label={t(texts.zoomIn)} icon={<Plus size={14} />} onClick={() => engine.current?.zoomBy(1)} />
            <MapButton label={t(texts.zoomOut)} icon={<Minus size={14} />} onClick={() => engine.current?.zoomBy(-1)} />
            <MapButton label={t(texts.fit)} icon={<Maximize size={14} />} onClick={() => engine.current?.fit()} />
            {areaBy && chart.onDataMask && (
              <MapButton
                label={t(area ? texts.clearArea : texts.selectArea)}
                icon={<SquareDashedMousePointer size={14} />}
                isPressed={isSelecting || area !== undefined}
                onClick={() => (area ? chart.onDataMask?.(clearedMask) : setIsSelecting(!isSelecting))}
              />
            )}
          </div>
        )}
        {hasRoom && props.panel?.(isSmall(size))}
        {hasRoom && legend && legend.entries.length > 0 && <MapLegend {...legend} isSmall={isSmall(size)} />}
        <p className={css.foot}>
          <span className={css.notes}>
            {notes.length > 0 && (
              <span className={css.note} title={notes.join('; ')}>
                {notes.join('; ')}
              </span>
            )}
          </span>
          <span className={css.credits}>
            {credits === undefined ? t(hasRoom ? texts.sources : texts.source) : credits.join(' · ')}
          </span>
        </p>
        {described && hovered && (
          <div className={css.tip} style={besides(hovered, size)}>
            <dl>
              {described.map(([label, value]) => (
                <div key={label} style={{ display: 'contents' }}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
      {state === 'lost' && (
        <div className={css.instead}>
          <span>{t(texts.lost)}</span>
          <Button
            size="sm"
            onClick={() => {
              setState('starting')
              setAttempt(attempt + 1)
            }}
          >
            {t(texts.again)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The picture of a map, with the canvases above it drawn into it. */
function withCanvases(
  picture: HTMLCanvasElement | undefined,
  map: HTMLElement,
  above: HTMLElement | null,
): HTMLCanvasElement | null {
  const context = picture?.getContext('2d')
  if (!picture || !context) return null
  const box = map.getBoundingClientRect()
  const scale = picture.width / box.width
  for (const canvas of above?.querySelectorAll('canvas') ?? []) {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    context.drawImage(canvas, (left - box.left) * scale, (top - box.top) * scale, width * scale, height * scale)
  }
  return picture
}

/** The outline of the area by which the map filters. */
const areaLayer = (area: Area, theme: ChartTheme): LayerSpec => ({
  kind: 'path',
  id: 'area',
  props: {
    data: [cornersOf(area)],
    getPath: (ring: unknown) => ring,
    getColor: colorList(theme.text),
    getWidth: 2,
    widthUnits: 'pixels',
  },
})

/** The colors of what is above a dark map, on a page that may be light. */
const variablesOf = (theme: ChartTheme) =>
  ({
    color: theme.text,
    '--surface': theme.surface,
    '--raised': theme.raised,
    '--border': theme.border,
    '--border-2': theme.border,
    '--text': theme.text,
    '--text-2': theme.text2,
    '--text-3': theme.text3,
    '--hover': theme.hover,
    '--accent': theme.accent,
    '--accent-soft': theme.accentSoft,
    '--accent-text': theme.accent,
  }) as CSSProperties

/** On these, a legend of steps has one line. */
const isSmall = ({ width, height }: Scene['size']) => width < 480 || height < 300

interface ButtonProps {
  label: string
  icon: ReactNode
  /** for a toggle button */
  isPressed?: boolean
  onClick: () => void
}

function MapButton({ label, icon, isPressed, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

/** Beside the pointer, on the side with more space. */
function besides({ x, y }: Picked, { width, height }: { width: number; height: number }) {
  return {
    ...(x < width / 2 ? { left: x + 12 } : { right: width - x + 12 }),
    ...(y < height / 2 ? { top: y + 12 } : { bottom: height - y + 12 }),
  }
}
