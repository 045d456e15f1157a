import { createHash } from 'node:crypto'
import { shownBy } from '../../charts/index.ts'
import type { ChartMode } from '../../charts/shared/theme.ts'
import {
  COLUMNS,
  chartsIn,
  defaultActiveTabs,
  openTabs,
  openTabsAround,
  type parseLayout,
} from '../../model/dashboard/layout.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import { openDashboard } from '../dashboardData/openDashboard.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { drawnChart } from './chartPicture.ts'
import { innerSize, type Placed, placeDashboard } from './dashboardLayout.ts'
import { type AskedColors, askedOf, dealtColors } from './dealtColors.ts'
import { onDashboard } from './onDashboard.ts'
import type { DashboardOrder, Edge, Size, Tile } from './protocol.ts'
import { pictureFailure } from './renderer.ts'

type PictureServices = Pick<Services, 'cache' | 'can' | 'chartData' | 'db' | 'now' | 'pictures' | 'pictureStamp'>

export interface DashboardWishes {
  format?: 'png' | 'pdf'
  mode?: ChartMode
  /** Width of the dashboard's layout in px. */
  width?: number
  zoom?: number
  /** Filters and tabs, as a permalink has them. */
  state?: Record<string, unknown>
  force?: boolean
  signal?: AbortSignal
}

const WIDTH = 1200
/** Pixels of a PDF for each px, so that small texts can be read in print. */
const PDF_ZOOM = 1.75
const CACHE_MS = 3_600_000
/** Number of charts of one user that are computed at the same time. */
const AT_A_TIME = 4
/** Maximum bytes of all tiles together: they are sent in one message to the process that draws. */
const MOST_TILE_BYTES = 32 * 1024 * 1024
/** As in the page: rows extend to the edges of their tile. */
const edges: Record<'rows' | 'other', Edge> = {
  rows: { top: 0, bottom: 0, side: 0 },
  other: { top: 0, bottom: 8, side: 12 },
}

const slots = createUserSlots(AT_A_TIME)

/**
 * The open tabs of a dashboard as a picture. Each chart is computed from data that are read with the subject's rights;
 * a chart that fails shows why. The caller has checked that the subject may read the dashboard.
 */
export async function dashboardPicture(
  services: PictureServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  wishes: DashboardWishes = {},
): Promise<Buffer> {
  const { format = 'png', mode = 'light', width = WIDTH, state = {}, force = false, signal } = wishes
  const { zoom = format === 'pdf' ? PDF_ZOOM : 1.5 } = wishes
  const opened = await openDashboard(services, dashboard, subject, { state, force, ...(signal && { signal }) })
  const { charts, layout } = opened
  const bands = placeDashboard(layout.root, activeTabs(layout, state), COLUMNS, width)
  const tiles = new Map<number, Tile>()
  const keys = new Map<number, string>()

  const { labelColors, sharedColors } = opened.metadata
  const asked = new Map<number, AskedColors>()

  /** `dealt`: the colors of all labels of the chart; without them the chart chooses its own colors and lists them. */
  async function drawTile(part: Placed & { kind: 'chart' }, dealt?: Record<string, string>): Promise<void> {
    const chart = charts.get(part.chartId)
    if (!chart) return
    const about = { title: chart.slice_name, isFigure: shownBy(chart.viz_type) === 'figure' }
    const on = onDashboard(dashboard.id, opened, chart.id)
    try {
      const { key, picture: svg } = await slots.run(subject.user?.id, signal, () =>
        drawnChart(services, chart, subject, {
          size: innerSize(part),
          edge: edges[shownBy(chart.viz_type) === 'rows' ? 'rows' : 'other'],
          mode,
          format: 'svg',
          // when it is drawn a second time, its data has just been computed
          force: force && dealt === undefined,
          ...on,
          dashboard: { ...on.dashboard, labelColors: { ...labelColors, ...dealt }, tellsColors: dealt === undefined },
          ...(signal && { signal }),
        }),
      )
      tiles.set(chart.id, { ...about, svg })
      keys.set(chart.id, key)
      const own = dealt === undefined ? askedOf(svg) : undefined
      if (own) asked.set(chart.id, own)
    } catch (error) {
      if (!(error instanceof AppError) || signal?.aborted) throw error
      tiles.set(chart.id, { ...about, message: error.message })
    }
  }

  const placed = bands.flatMap(({ parts }) => parts.filter((part) => part.kind === 'chart'))
  await Promise.all(placed.map((part) => drawTile(part)))
  const dealt = dealtColors(asked, chartsIn(layout.root), sharedColors)
  const again = placed.filter(({ chartId }) => dealt.has(chartId))
  await Promise.all(again.map((part) => drawTile(part, dealt.get(part.chartId))))
  const order: DashboardOrder = {
    title: dashboard.dashboard_title ?? '[ untitled dashboard ]',
    notes: opened.notes,
    mode,
    width,
    bands,
  }
  return drawFile(services, subject, { order, tiles, keys, format, zoom, force, signal })
}

/**
 * A chart as a PDF of one page, computed from data that are read with the subject's rights. `size`: the size of the
 * page in px. The caller has checked that the subject may read the chart.
 */
export async function chartDocument(
  services: PictureServices,
  chart: Row<'charts'>,
  subject: Subject,
  { size, force = false, signal }: { size: Size; force?: boolean; signal?: AbortSignal },
): Promise<Buffer> {
  const { width, height } = size
  const wishes = { force, ...(signal && { signal }) }
  const tile: Placed = { x: 0, y: 0, width, height, kind: 'chart', chartId: chart.id, title: undefined }
  const { key, picture } = await drawnChart(services, chart, subject, {
    size: innerSize(tile),
    format: 'svg',
    ...wishes,
  })
  const bands = [{ top: 0, height, parts: [tile] }]
  const order: DashboardOrder = { title: chart.slice_name, notes: [], mode: 'light', width, bands }
  const tiles = new Map([[chart.id, { title: '', svg: picture }]])
  const keys = new Map([[chart.id, key]])
  return drawFile(services, subject, { order, tiles, keys, format: 'pdf', zoom: PDF_ZOOM, force, signal })
}

interface Drawing {
  order: DashboardOrder
  tiles: Map<number, Tile>
  /** Keys of the pictures of the charts, by their ids. */
  keys: ReadonlyMap<number, string>
  format: 'png' | 'pdf'
  zoom: number
  force: boolean
  signal: AbortSignal | undefined
}

async function drawFile(
  { cache, pictures, pictureStamp, now }: PictureServices,
  subject: Subject,
  { order, tiles, keys, format, zoom, force, signal }: Drawing,
): Promise<Buffer> {
  const bytes = [...tiles.values()].reduce((sum, { svg }) => sum + (svg?.length ?? 0), 0)
  if (bytes > MOST_TILE_BYTES) throw pictureFailure('The dashboard has too many values to be drawn as an image.')
  const key = keyOf(order, tiles, keys, `${await pictureStamp()} ${format} ${zoom}`)
  const { answer } = await cache.wrap(key, { ttlMs: CACHE_MS, force, ...(signal && { signal }) }, async (stop) => ({
    body: await pictures.draw(
      { kind: 'dashboard', order, tiles, format, zoom },
      { reader: subject.user?.id, signal: stop },
    ),
    rowcount: 0,
    computedOn: now(),
  }))
  return answer.body
}

/** A hash of all that is shown: two readers share a picture only if they read the same. */
function keyOf(
  order: DashboardOrder,
  tiles: ReadonlyMap<number, Tile>,
  keys: ReadonlyMap<number, string>,
  kind: string,
): string {
  const hash = createHash('sha256').update(`${kind}\n${JSON.stringify(order)}`)
  for (const [id, { title, message }] of [...tiles].toSorted(([one], [other]) => one - other))
    hash.update(`\n${id} ${JSON.stringify([title, message, keys.get(id)])}`)
  return `dashboard picture ${hash.digest('hex')}`
}

function activeTabs(layout: ReturnType<typeof parseLayout>, { activeTabs: wanted, anchor }: Record<string, unknown>) {
  const ids = (Array.isArray(wanted) ? wanted : []).filter((id) => typeof id === 'string')
  const active = openTabs(layout, defaultActiveTabs(layout), ids)
  return typeof anchor === 'string' ? openTabsAround(layout, active, anchor) : active
}
