import { type KeyboardEvent, lazy, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { LevelMove } from '../../../../charts/drillLevels.ts'
import type { DrawnPicture, MarkMenu, PictureRef } from '../../../../charts/shared/contract.ts'
import { maskLabel } from '../../../../model/dashboard/dashboardState.ts'
import type { LayoutNode } from '../../../../model/dashboard/layout.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { FirstFrame } from '../../../chart/FirstFrame.tsx'
import { classes } from '../../../ui/classes.ts'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { type MenuItems, PointMenu } from '../../../ui/Menu.tsx'
import { setFullSize } from '../state/actions.ts'
import { showsOf } from '../state/dashboardStore.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { useVisibilityRef } from '../state/visibility.ts'
import body from './ChartBody.module.css'
import { ChartBody } from './ChartBody.tsx'
import css from './ChartCard.module.css'
import { ChartDialogs, type OpenChartDialog } from './ChartDialogs.tsx'
import header from './ChartHeader.module.css'
import { ChartHeader } from './ChartHeader.tsx'
import { MissingChart } from './MissingChart.tsx'

const ChartMarks = lazy(() => import('./ChartMarks.tsx'))
const loadMenu = () => import('./ChartMenuItems.tsx')
const ChartMenuItems = lazy(loadMenu)
// if this fails, the menu shows the error when it is opened
const preloadMenu = () => void loadMenu().catch(() => undefined)

/** The tile of a chart on the dashboard. */
export function ChartCard({ node, isBigNumber }: { node: LayoutNode; isBigNumber: boolean }) {
  const { chartId } = node.meta
  const { isFrame } = useSession()
  const chart = useDashboard((state) => (chartId === undefined ? undefined : state.charts.get(chartId)))
  const name = node.meta.sliceNameOverride ?? node.meta.sliceName
  if (isFrame) return <WaitingCard name={name} isBigNumber={isBigNumber} />
  if (!chart) return <MissingChart name={name} />
  return <FoundChartCard chart={chart} isBigNumber={isBigNumber} title={titleOf(node, chart)} />
}

/** A tile of which only the name is known. */
function WaitingCard({ name, isBigNumber }: { name: string | undefined; isBigNumber: boolean }) {
  return (
    <section className={classes(css.card, isBigNumber && css.bigNumber)}>
      <header className={classes(header.header, isBigNumber && header.quiet)}>
        <h2 className={header.title} dir="auto">
          {name}
        </h2>
        <div className={header.end} />
      </header>
      <div className={body.body}>
        <div className={body.picture}>
          <FirstFrame shows={isBigNumber ? 'figure' : 'plot'} />
        </div>
      </div>
    </section>
  )
}

const titleOf = ({ meta }: LayoutNode, chart: DashboardChart) => meta.sliceNameOverride || chart.slice_name

interface FoundChartCardProps {
  chart: DashboardChart
  title: string
  isBigNumber: boolean
}

/** A chart with the dimensions of its result: filters of the dashboard may have added some. */
function useGrouped(chart: DashboardChart): DashboardChart {
  const form = useDashboard((state) => state.runs[chart.id]?.form)
  return useMemo(() => (form ? { ...chart, form_data: { ...chart.form_data, ...form } } : chart), [chart, form])
}

function FoundChartCard({ chart: saved, title, isBigNumber }: FoundChartCardProps) {
  const chart = useGrouped(saved)
  const { id } = chart
  const { store } = useSession()
  const ref = useVisibilityRef(id)
  const card = useRef<HTMLElement>(null)
  const picture = useRef<DrawnPicture>(null)
  const isFull = useDashboard((state) => state.fullSizeChartId === id)
  const isOutlined = useDashboard((state) => state.outlined?.has(id) ?? false)
  const isLoading = useDashboard((state) => state.runs[id]?.phase === 'loading')
  const isEmitting = useDashboard((state) => maskLabel(state.applied[String(id)]) !== '')
  const [dialog, setDialog] = useState<OpenChartDialog>()
  const [mark, setMark] = useState<MarkMenu>()
  const [path, setPath] = useState<readonly LevelMove[]>([])
  const [menuAt, setMenuAt] = useState<{ x: number; y: number }>()
  const menu: MenuItems = (show) => (
    <LazyPart onClose={() => setMenuAt(undefined)}>
      <ChartMenuItems chart={chart} title={title} picture={picture} openDialog={setDialog} show={show} />
    </LazyPart>
  )

  const setPicture: PictureRef = (drawn) => {
    picture.current = drawn
  }

  function onContextMenu(event: MouseEvent) {
    // ignored if a mark has already handled the event, the pointer is on an element with its own menu, such as a link,
    // or the event is in a dialog of the card
    const target = event.target as Element
    const isOwnMenu = event.button === 2 && target.closest('a, input, textarea') !== null
    if (event.defaultPrevented || isOwnMenu || !card.current?.contains(target)) return
    event.preventDefault()
    setMark(undefined)
    setMenuAt({ x: event.clientX, y: event.clientY })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as Element
    if (target.closest('input, textarea') || !card.current?.contains(target)) return
    if (event.key !== 'f') return
    setFullSize(store, isFull ? undefined : id)
    event.preventDefault()
  }

  // Esc works regardless of the focus, because some browsers do not focus a clicked button
  useEffect(() => {
    if (!isFull) return
    function onEscape(event: globalThis.KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) setFullSize(store, undefined)
    }
    // on the window, so that open menus and dialogs handle the key first
    window.addEventListener('keydown', onEscape)
    return () => window.removeEventListener('keydown', onEscape)
  }, [isFull, store])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles keys and right clicks of its content; the menu button has the same entries
    <section
      ref={(element) => {
        card.current = element
        return element ? ref(element) : undefined
      }}
      aria-label={title}
      aria-busy={isLoading}
      className={classes(
        css.card,
        'chart-container',
        isBigNumber && css.bigNumber,
        isFull && css.full,
        isOutlined && css.outlined,
        isEmitting && css.emitting,
      )}
      data-chart-id={id}
      data-shows={showsOf(chart)}
      data-lying={chart.form_data['orientation'] === 'horizontal' || undefined}
      onContextMenu={onContextMenu}
      onPointerEnter={preloadMenu}
      onKeyDown={onKeyDown}
    >
      <ChartHeader chart={chart} title={title} isBigNumber={isBigNumber} menu={menu} />
      {path.length > 0 ? null : (
        <ChartBody
          chart={chart}
          title={title}
          picture={setPicture}
          onMarkContextMenu={(next) => {
            setMenuAt(undefined)
            setMark(next)
          }}
        />
      )}
      {mark || path.length > 0 ? (
        <LazyPart
          onClose={() => {
            setMark(undefined)
            setPath([])
          }}
        >
          <ChartMarks
            chart={chart}
            title={title}
            picture={setPicture}
            mark={mark}
            path={path}
            onPath={setPath}
            onDrill={setDialog}
            onClose={() => setMark(undefined)}
          />
        </LazyPart>
      ) : null}
      <PointMenu at={menuAt} onClose={() => setMenuAt(undefined)} items={menu} />
      <ChartDialogs chart={chart} title={title} open={dialog} onClose={() => setDialog(undefined)} />
    </section>
  )
}
