import { createHash } from 'node:crypto'
import { shownBy } from '../../charts/index.ts'
import type { ChartMode } from '../../charts/shared/theme.ts'
import { COLUMNS, defaultActiveTabs, openTabs, openTabsAround, type parseLayout } from '../../model/dashboard/layout.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import { openDashboard } from '../dashboardData/openDashboard.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import { chartPicture } from './chartPicture.ts'
import { CARD_HEAD, type Placed, placeDashboard } from './dashboardLayout.ts'
import type { DashboardOrder, Edge, Tile } from './protocol.ts'

type PictureServices = Pick<Services, 'cache' | 'can' | 'chartData' | 'db' | 'now' | 'pictures'>

export interface DashboardWishes {
  format?: 'png' | 'pdf'
  mode?: ChartMode
  /** px in which the dashboard is laid out. */
  width?: number
  zoom?: number
  /** Filters and tabs, as a permalink has them. */
  state?: Record<string, unknown>
  force?: boolean
  signal?: AbortSignal
}

const WIDTH = 1200
const CACHE_MS = 3_600_000
/** Charts of one user that are computed at the same time. */
const AT_A_TIME = 4
/** As in the page: rows extend to the edges of their tile. */
const edges: Record<'rows' | 'other', Edge> = {
  rows: { top: 0, bottom: 0, side: 0 },
  other: { top: 0, bottom: 8, side: 12 },
}

const slots = createUserSlots(AT_A_TIME)

/**
 * The open tabs of a dashboard as a picture. Each chart is computed from data that are read with the subject's rights; a
 * chart that fails says why. The caller has checked that the subject may read the dashboard.
 */
export async function dashboardPicture(
  services: PictureServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  wishes: DashboardWishes = {},
): Promise<Buffer> {
  const { format = 'png', mode = 'light', width = WIDTH, zoom = 1.5, state = {}, force = false, signal } = wishes
  const opened = await openDashboard(services, dashboard, subject, { state, force, ...(signal && { signal }) })
  const { charts, layout, metadata, args } = opened
  const bands = placeDashboard(layout.root, activeTabs(layout, state), COLUMNS, width)
  const tiles = new Map<number, Tile>()

  async function drawTile(part: Placed & { kind: 'chart' }): Promise<void> {
    const chart = charts.get(part.chartId)
    if (!chart) return
    const title = chart.slice_name
    try {
      const svg = await slots.run(subject.user?.id, signal, () =>
        chartPicture(services, chart, subject, {
          // without the border of the tile
          size: { width: part.width - 2, height: Math.max(1, part.height - CARD_HEAD - 1) },
          edge: edges[shownBy(chart.viz_type) === 'rows' ? 'rows' : 'other'],
          mode,
          format: 'svg',
          force,
          args,
          dashboard: {
            id: dashboard.id,
            extraFormData: { ...opened.filtersOf(chart.id) },
            labelColors: { ...metadata.sharedColors, ...metadata.labelColors },
            colorScheme: metadata.color_scheme,
          },
          ...(signal && { signal }),
        }),
      )
      tiles.set(chart.id, { title, svg })
    } catch (error) {
      if (!(error instanceof AppError) || signal?.aborted) throw error
      tiles.set(chart.id, { title, message: error.message })
    }
  }

  const placed = bands.flatMap(({ parts }) => parts.filter((part) => part.kind === 'chart'))
  await Promise.all(placed.map(drawTile))
  const order: DashboardOrder = {
    title: dashboard.dashboard_title ?? '[ untitled dashboard ]',
    notes: opened.notes,
    mode,
    width,
    bands,
  }
  const key = keyOf(order, tiles, `${format} ${zoom}`)
  const { answer } = await services.cache.wrap(
    key,
    { ttlMs: CACHE_MS, force, ...(signal && { signal }) },
    async (stop) => ({
      body: await services.pictures.draw(
        { kind: 'dashboard', order, tiles, format, zoom },
        { reader: subject.user?.id, signal: stop },
      ),
      rowcount: 0,
      computedOn: services.now(),
    }),
  )
  return answer.body
}

/** All that is shown: two readers share a picture only if they read the same. */
function keyOf(order: DashboardOrder, tiles: ReadonlyMap<number, Tile>, kind: string): string {
  const hash = createHash('sha256').update(`${kind}\n${JSON.stringify(order)}`)
  for (const [id, { title, svg, message }] of [...tiles].toSorted(([one], [other]) => one - other)) {
    // ids differ between drawings of the same chart
    const drawn =
      svg &&
      Buffer.from(svg)
        .toString()
        .replaceAll(/picture\d+-/g, '')
    hash.update(`\n${id} ${JSON.stringify([title, message])}`).update(drawn ?? '')
  }
  return `dashboard picture ${hash.digest('hex')}`
}

function activeTabs(layout: ReturnType<typeof parseLayout>, { activeTabs: wanted, anchor }: Record<string, unknown>) {
  const ids = (Array.isArray(wanted) ? wanted : []).filter((id) => typeof id === 'string')
  const active = openTabs(layout, defaultActiveTabs(layout), ids)
  return typeof anchor === 'string' ? openTabsAround(layout, active, anchor) : active
}
