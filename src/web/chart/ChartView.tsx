import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { isSupported, openFormData, shownBy } from '../../charts/index.ts'
import { categoricalColor, type ScaleOf, visibleOnDark } from '../../charts/shared/color/index.ts'
import type { ChartDatasource, MarkMenu, PictureRef } from '../../charts/shared/defineChart.ts'
import { chartTheme } from '../../charts/shared/theme.ts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { classes } from '../ui/classes.ts'
import { useText } from '../ui/text.ts'
import { type ThemeMode, useTheme } from '../ui/theme.ts'
import { useSize } from '../ui/useSize.ts'
import css from './ChartView.module.css'
import { componentOf, type DrawnProps } from './components.ts'
import { isEmpty } from './isEmpty.ts'
import { RenderBoundary } from './RenderBoundary.tsx'
import { texts } from './texts.ts'

/** The color scheme of charts that have none. */
const defaultScheme = 'sextant'

const RowsTable = lazy(() => import('./RowsTable.tsx'))

export interface ChartViewProps {
  vizType: string
  /** as saved */
  formData: Record<string, unknown>
  /** one entry per query */
  data: ChartData[]
  datasource: ChartDatasource
  title: string
  /** the dashboard's colors by label; they take precedence over the chart's own */
  labelColors?: Record<string, string>
  /** colors of labels shared with the other charts of the dashboard; a new function after they were reassigned */
  scaleOf?: ScaleOf
  /** the dashboard's color scheme; it takes precedence over the chart's own */
  colorScheme?: string
  filterState?: DataMask['filterState']
  ownState?: Record<string, unknown>
  /** absent if cross-filters are disabled */
  onDataMask?: (mask: DataMask) => void
  onOwnState?: (state: Record<string, unknown>) => void
  onMarkContextMenu?: (menu: MarkMenu) => void
  mode?: ThemeMode
  /** a newer result is being loaded: the current rendering stays, dimmed */
  busy?: boolean
  /** replaces the default message if there are no rows */
  emptyMessage?: ReactNode
  /** shows rows instead of the chart; if absent, the user can switch */
  asTable?: boolean
  /** shown until the chart is drawn: its code loads with the first chart of a type */
  waiting?: ReactNode
  /** receives the drawn element, to save it as an image */
  picture?: PictureRef
}

/** Draws a saved chart with its result, filling the parent. */
export function ChartView(props: ChartViewProps) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [showsTable, setShowsTable] = useState(false)
  const asTable = props.asTable ?? showsTable

  const supported = isSupported(props.vizType)
  const empty = isEmpty(props.data)
  const canSwitch = props.asTable === undefined && supported && !empty && shownBy(props.vizType) !== 'rows'
  return (
    <div ref={frame} className={classes(css.frame, props.busy && css.busy)} data-viz-type={props.vizType}>
      {!supported && <Unsupported type={props.vizType} />}
      {supported && empty && <div className={css.message}>{props.emptyMessage ?? t(texts.empty)}</div>}
      {supported && !empty && !size && props.waiting}
      {supported && !empty && size && (
        <RenderBoundary
          resetKey={props.data}
          fallback={(error) => (
            <div role="alert" className={css.message}>
              {t(texts.failed, { message: error.message })}
            </div>
          )}
        >
          <Suspense fallback={props.waiting}>
            {asTable ? (
              <RowsTable data={props.data[0]} datasource={props.datasource} title={props.title} />
            ) : (
              <Drawn key={props.vizType} {...props} size={size} />
            )}
          </Suspense>
        </RenderBoundary>
      )}
      {canSwitch && (
        <button type="button" className={css.switch} onClick={() => setShowsTable(!showsTable)}>
          {t(showsTable ? texts.viewAsChart : texts.viewAsTable)}
        </button>
      )}
    </div>
  )
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

function Drawn(props: ChartViewProps & { size: { width: number; height: number } }) {
  const current = useTheme()
  const mode = props.mode ?? current
  // an equal form data object with another identity must not redraw the chart from scratch
  const saved = JSON.stringify({ ...props.formData, viz_type: props.vizType })
  const opened = useMemo(() => openFormData(JSON.parse(saved) as Record<string, unknown>), [saved])
  const scheme = props.colorScheme ?? textOf(opened?.formData.color_scheme) ?? defaultScheme
  const ownColors = opened?.formData.label_colors as Record<string, string> | undefined
  const names = JSON.stringify(props.data[0]?.colnames ?? [])
  const theme = chartTheme(mode)
  const { scaleOf = categoricalColor } = props
  const color = useMemo(() => {
    const saved = { ...ownColors, ...props.labelColors }
    const colorOf = scaleOf(scheme, saved, JSON.parse(names) as string[])
    // other charts get the base color, even if it is adapted to the theme here
    return theme.mode === 'dark' ? (label: string) => visibleOnDark(colorOf(label), theme.surface) : colorOf
  }, [theme, scheme, ownColors, props.labelColors, scaleOf, names])
  // the same component while this chart is mounted, even if the real one has loaded in the meantime
  const [Component] = useState(() => opened && componentOf(opened.chart))
  if (opened === undefined || Component === undefined) return null
  const componentProps: DrawnProps = {
    title: props.title,
    kind: opened.chart.name,
    formData: opened.formData,
    data: props.data,
    datasource: props.datasource,
    theme,
    size: props.size,
    color,
    filterState: props.filterState,
    locale: document.documentElement.lang || 'en',
    onDataMask: props.onDataMask,
    ownState: props.ownState,
    onOwnState: props.onOwnState,
    onMarkContextMenu: props.onMarkContextMenu,
    waiting: props.waiting,
    picture: props.picture,
  }
  return <Component {...componentProps} />
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
