import { lazy, type PointerEvent, Suspense, use, useMemo, useRef, useState } from 'react'
import { categoricalColor, colorsOn } from '../../charts/shared/color/index.ts'
import type { ShownType } from '../../charts/shared/contract.ts'
import { chartTheme } from '../../charts/shared/theme.ts'
import { bootstrap } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { classes } from '../ui/classes.ts'
import { plainText, useText } from '../ui/text.ts'
import { useTheme } from '../ui/theme.ts'
import { useLoaded } from '../ui/useLoaded.ts'
import { useSize } from '../ui/useSize.ts'
import css from './ChartView.module.css'
import type { ChartViewProps } from './chartViewProps.ts'
import { drawnOf, loadDrawn } from './components.ts'
import type { DrawnProps } from './drawnProps.ts'
import { isEmpty } from './isEmpty.ts'
import { RenderBoundary } from './RenderBoundary.tsx'
import type SourceCharts from './SourceCharts.tsx'
import { texts } from './texts.ts'

/** The color scheme of charts that have none. */
const defaultScheme = 'sextant'

/** Height in px of the text about what a chart leaves out; the same as in the style sheet. */
const markHeight = { oneLine: 18, twoLines: 32 }
/** Approximate width in px of a letter in that text. */
const markLetter = 6
/** In a chart below this height, the text has one line, because the picture needs the room. */
const twoLinesFrom = 150

const RowsTable = lazy(() => import('./RowsTable.tsx'))

/** Draws a chart with its result, filling the parent. */
export function ChartView(props: ChartViewProps) {
  const { type } = props
  return type?.drawsCharts ? <WithSources {...props} type={type} /> : <Frame {...props} />
}

/** The component for charts that draw the data of other charts; it is loaded only for them. */
let sourceCharts: { default: typeof SourceCharts } | undefined

function WithSources(props: ChartViewProps & { type: ShownType }) {
  const { type } = props
  const loaded = useLoaded(
    () => drawnOf(type) && sourceCharts,
    async () => {
      ;[sourceCharts] = await Promise.all([import('./SourceCharts.tsx'), loadDrawn(type)])
    },
  )
  return loaded ? <loaded.default {...props} Drawn={Frame} /> : props.waiting
}

function Frame(props: ChartViewProps) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const outer = useSize(frame)
  const [showsTable, setShowsTable] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const asTable = props.asTable ?? showsTable

  const { type } = props
  const empty = !type?.filtersDashboard && isEmpty(props.data, type?.drawsAnyQuery)
  const leftOut = empty || asTable ? '' : (props.leftOut ?? '')
  const isWrapped = outer !== undefined && outer.height >= twoLinesFrom && leftOut.length * markLetter > outer.width
  const mark = leftOut === '' ? 0 : isWrapped ? markHeight.twoLines : markHeight.oneLine
  // while the omitted rows are being counted, the space for the mark is that of the previous mark
  const isCounted = props.leftOut !== null || empty || asTable
  const [lastMark, setLastMark] = useState<number>(markHeight.oneLine)
  if (isCounted && props.leftOut !== undefined && mark !== lastMark) setLastMark(mark)
  const room = isCounted || !mayBeCut(props.data) ? mark : lastMark
  const size = outer && room > 0 ? { ...outer, height: Math.max(1, outer.height - room) } : outer
  const canSwitch = props.asTable === undefined && type !== null && !empty && type.shows !== 'rows'

  function viewRows() {
    setShowsTable(true)
    // the button that was pressed disappears with the chart
    toggle.current?.focus()
  }

  return (
    <div
      ref={frame}
      className={classes(
        css.frame,
        props.busy && css.busy,
        room > 0 && css.cut,
        room === markHeight.twoLines && css.wrapped,
      )}
      data-viz-type={String(props.formData['viz_type'])}
      onPointerDown={props.onMarkContextMenu && onPointerDown}
    >
      {!type && <Unsupported type={String(props.formData['viz_type'])} />}
      {type && empty && <div className={css.message}>{props.emptyMessage ?? t(texts.empty)}</div>}
      {type && !empty && !size && props.waiting}
      {type && !empty && size && (
        <RenderBoundary
          resetKeys={[props.data, props.datasource]}
          fallback={(error) => (
            <div role="alert" className={css.message}>
              {t(texts.failed, { message: messageOf(error) })}
              <details className={css.trace}>
                <summary>{t(texts.trace)}</summary>
                <pre>{error.stack}</pre>
              </details>
            </div>
          )}
        >
          <Suspense fallback={props.waiting}>
            {asTable ? (
              <Rows {...props} type={type} />
            ) : (
              <Drawn key={type.type} {...props} type={type} size={size} onViewRows={canSwitch ? viewRows : undefined} />
            )}
          </Suspense>
        </RenderBoundary>
      )}
      {leftOut !== '' && (
        <p className={css.mark} title={leftOut}>
          {leftOut}
        </p>
      )}
      {canSwitch && (
        <button ref={toggle} type="button" className={css.switch} onClick={() => setShowsTable(!showsTable)}>
          {t(showsTable ? texts.viewAsChart : texts.viewAsTable)}
        </button>
      )}
    </div>
  )
}

/** Whether a limit was reached, so that rows may be missing. */
const mayBeCut = (data: ChartViewProps['data']) =>
  data.some(({ left_out }) => left_out?.rows !== undefined || left_out?.series !== undefined)

function onPointerDown({ pointerType, nativeEvent }: PointerEvent): void {
  if (pointerType === 'touch') void import('./holdMenu.ts').then(({ holdMenu }) => holdMenu(nativeEvent))
}

function Unsupported({ type }: { type: string }) {
  const t = useText()
  return (
    <div className={css.message}>
      <strong>{t(texts.unsupported)}</strong>
      <span className={css.hint}>{t(texts.unsupportedHint, { type })}</span>
    </div>
  )
}

/** The rows of "View as table". */
function Rows(props: ChartViewProps & { type: ShownType }) {
  const { rowsOf, sources } = use(loadDrawn(props.type))
  const data = rowsOf ? rowsOf(props) : props.data[0]
  const charts = sources && !rowsOf ? props : undefined
  return <RowsTable data={data} datasource={props.datasource} title={props.title} charts={charts} />
}

const firstDrawn = new WeakMap<object, number>()

/** The time when a result was first drawn: now, at the first call. */
function drawnSince(result: object | undefined): number | undefined {
  if (result && !firstDrawn.has(result)) firstDrawn.set(result, Date.now())
  return result && firstDrawn.get(result)
}

interface DrawnChart extends ChartViewProps, Pick<DrawnProps, 'size' | 'onViewRows'> {
  type: ShownType
}

function Drawn(props: DrawnChart) {
  const { type } = props
  const current = useTheme()
  const mode = props.mode ?? current
  // an equal form data object with another identity must not redraw the chart from scratch
  const written = JSON.stringify(props.formData)
  const formData = useMemo(() => JSON.parse(written) as Record<string, unknown>, [written])
  const scheme = props.colorScheme ?? textOf(formData['color_scheme']) ?? defaultScheme
  const ownColors = formData['label_colors'] as Record<string, string> | undefined
  const now = drawnSince(props.data[0])
  const names = JSON.stringify(props.data[0]?.colnames ?? [])
  const theme = chartTheme(mode)
  const { scaleOf = categoricalColor } = props
  const color = useMemo(() => {
    const saved = { ...ownColors, ...props.labelColors }
    // other charts get the base color, even if it is adapted to the theme here
    return colorsOn(theme, scaleOf(scheme, saved, JSON.parse(names) as string[]))
  }, [theme, scheme, ownColors, props.labelColors, scaleOf, names])
  const drawn = useLoaded(
    () => drawnOf(type),
    () => loadDrawn(type),
  )
  const componentProps: DrawnProps = {
    title: props.title,
    kind: plainText(type.name),
    formData,
    data: props.data,
    datasource: props.datasource,
    theme,
    size: props.size,
    color,
    filterState: props.filterState,
    now,
    locale: document.documentElement.lang || 'en',
    onDataMask: props.onDataMask,
    ownState: props.ownState,
    onOwnState: props.onOwnState,
    onMarkContextMenu: props.onMarkContextMenu,
    waiting: props.waiting,
    leftOut: props.leftOut ?? undefined,
    picture: props.picture,
    onViewRows: props.onViewRows,
    mapStyle,
  }
  return drawn ? <drawn.Component {...componentProps} /> : props.waiting
}

const mapStyle = bootstrap.common.conf['MAP_STYLE'] as DrawnProps['mapStyle']

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
