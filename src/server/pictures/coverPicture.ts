import { createHash } from 'node:crypto'
import { findChart as findType, shownBy } from '../../charts/index.ts'
import type { ChartMode } from '../../charts/shared/theme.ts'
import { COLUMNS, chartsIn, defaultActiveTabs } from '../../model/dashboard/layout.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import { type OpenedDashboard, openDashboard } from '../dashboardData/openDashboard.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'
import {
  drawnChart,
  drawnOnce,
  hasPicture,
  type PictureWishes,
  type ReadChart,
  readChart,
  UNDRAWABLE_MS,
} from './chartPicture.ts'
import { COVER_HEAD, innerSize, type Placed, placeDashboard } from './dashboardLayout.ts'
import { type AskedColors, askedOf, dealtColors } from './dealtColors.ts'
import { onDashboard } from './onDashboard.ts'
import type { CoverOrder, Edge, Size, Tile } from './protocol.ts'
import { pictureFailure } from './renderer.ts'

type PictureServices = Pick<Services, 'cache' | 'can' | 'chartData' | 'db' | 'now' | 'pictures' | 'pictureStamp'>

export interface CoverWishes {
  mode: ChartMode
  /** For a row of a list instead of a card. */
  isSmall: boolean
  signal: AbortSignal
}

/** Sizes of covers in px on the screen. `DENSITY`: pixels of the image for each px. */
const CARD: Size = { width: 280, height: 150 }
const ROW: Size = { width: 48, height: 30 }
const DENSITY = 2
/** px of the drawing for each px of the cover: the drawing is scaled down, so that more of it fits. */
const CARD_SCALE = 1.4
const ROW_SCALE = 2.5
const CARD_EDGE: Edge = { top: 12, bottom: 10, side: 12 }
const ROW_EDGE: Edge = { top: 6, bottom: 6, side: 6 }

/** The text of a table or a word cloud would be unreadable in a row: the list shows a schematic drawing instead. */
function fitsRow(vizType: string): boolean {
  const type = findType(vizType)
  return type?.drawnWith === 'echarts' || type?.shows === 'figure'
}

/**
 * The width of a dashboard's page in px. `PAGE_SCALE`: px of the drawing for each px of the page. Texts are not scaled,
 * so that they are large enough to be read.
 */
const PAGE_WIDTH = 1120
const PAGE_SCALE = 0.5
/** px on the screen around the tiles. */
const PAGE_EDGE = 10
const TILE_EDGE: Edge = { top: 2, bottom: 6, side: 8 }
/** Tables are scaled down once more, so that some rows are visible. */
const ROWS_SCALE = 1.4
/** Number of charts of one user that are drawn at the same time, so that users do not delay each other. */
const AT_A_TIME = 2
const KEPT_MS = 24 * 3_600_000

const slots = createUserSlots(AT_A_TIME)

const ofChart = ({ isSmall, mode, signal }: CoverWishes): PictureWishes => {
  const [size, scale] = isSmall ? [ROW, ROW_SCALE] : [CARD, CARD_SCALE]
  return {
    size: { width: Math.round(size.width * scale), height: Math.round(size.height * scale) },
    zoom: DENSITY / scale,
    edge: isSmall ? ROW_EDGE : CARD_EDGE,
    detail: isSmall ? 'marks' : 'glance',
    format: 'small',
    fromCache: true,
    mode,
    signal,
  }
}

/**
 * The cover of a chart, from results that are cached for the subject; undefined if they are not, or cannot be drawn: no
 * query runs. The caller has checked that the subject may read the chart.
 */
export async function chartCover(
  services: PictureServices,
  chart: Row<'charts'>,
  subject: Subject,
  wishes: CoverWishes,
): Promise<Buffer | undefined> {
  if (wishes.isSmall && !fitsRow(chart.viz_type)) return undefined
  return slots
    .run(subject.user?.id, wishes.signal, () => drawnChart(services, chart, subject, ofChart(wishes)))
    .then(({ picture }) => picture)
    .catch(withoutCover)
}

/**
 * Ignores the error of a cover that cannot be drawn: the list shows a schematic drawing instead.
 * @throws the error if the caller has disconnected, or too many covers wait
 */
function withoutCover(error: unknown): undefined {
  if (!(error instanceof AppError) || error.status >= 429) throw error
  return undefined
}

/**
 * The cover of a dashboard: its first screen as the subject sees it at first, from results that are cached for the
 * subject. undefined if most of it is not cached, or cannot be drawn. The caller has checked that the subject may read
 * the dashboard.
 */
export async function dashboardCover(
  services: PictureServices,
  dashboard: Row<'dashboards'>,
  subject: Subject,
  wishes: CoverWishes,
): Promise<Buffer | undefined> {
  try {
    const { signal } = wishes
    const opened = await openDashboard(services, dashboard, subject, { fromCache: true, signal })
    const parts = firstScreen(opened)
    const isShown = wishes.isSmall ? fitsRow : hasPicture
    const shown = parts.filter(
      (part) => part.kind === 'chart' && isShown(opened.charts.get(part.chartId)?.viz_type ?? ''),
    ) as ChartPart[]
    const read = (part: ChartPart, own: Partial<TileWishes>) =>
      readTile(services, { dashboard, opened, subject }, part, { ...ofChart(wishes), ...own })
    if (wishes.isSmall) {
      const largest = shown.toSorted((one, other) => areaOf(other) - areaOf(one))[0]
      const chart = largest && (await read(largest, {}))
      return await chart?.draw(signal)
    }
    return await pageCover(services, subject, { opened, parts, shown, read, wishes })
  } catch (error) {
    return withoutCover(error)
  }
}

type ChartPart = Placed & { kind: 'chart' }
const areaOf = ({ width, height }: Placed) => width * height
const sumOf = (parts: readonly Placed[]) => parts.reduce((sum, part) => sum + areaOf(part), 0)

/** px of the cover for each px of the drawing. `WINDOW`: the part of the drawing that the cover shows. */
const scale = ((CARD.width - 2 * PAGE_EDGE) / PAGE_WIDTH) * (1 / PAGE_SCALE)
const WINDOW: Size = { width: CARD.width / scale, height: CARD.height / scale }
const EDGE = PAGE_EDGE / scale

/** The parts at the top of the page, in px of the drawing. */
function firstScreen({ layout }: OpenedDashboard): Placed[] {
  return placeDashboard(layout.root, defaultActiveTabs(layout), COLUMNS, PAGE_WIDTH)
    .flatMap(({ parts }) => parts)
    .map((part) => ({
      ...part,
      x: part.x * PAGE_SCALE,
      y: part.y * PAGE_SCALE,
      width: part.width * PAGE_SCALE,
      height: part.height * PAGE_SCALE,
    }))
    .filter(({ y }) => y < WINDOW.height - EDGE)
}

interface Shown {
  dashboard: Row<'dashboards'>
  opened: OpenedDashboard
  subject: Subject
}

type TileWishes = PictureWishes & { tellsColors?: boolean }

/** The chart of a tile with the filters of the dashboard; undefined without a cached result. */
async function readTile(
  services: PictureServices,
  { dashboard, opened, subject }: Shown,
  { chartId }: ChartPart,
  { tellsColors = false, ...wishes }: TileWishes,
): Promise<ReadChart | undefined> {
  const chart = opened.charts.get(chartId)
  if (!chart) return undefined
  const inTurn = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) =>
    slots.run(subject.user?.id, signal, work)
  try {
    const on = onDashboard(dashboard.id, opened, chart.id)
    const { key, draw } = await inTurn(wishes.signal, () =>
      readChart(services, chart, subject, { ...wishes, ...on, dashboard: { ...on.dashboard, tellsColors } }),
    )
    return { key, draw: (signal, colors) => inTurn(signal, () => draw(signal, colors)) }
  } catch (error) {
    return withoutCover(error)
  }
}

interface Page {
  opened: OpenedDashboard
  parts: Placed[]
  shown: ChartPart[]
  read: (part: ChartPart, own: Partial<TileWishes>) => Promise<ReadChart | undefined>
  wishes: CoverWishes
}

type ReadPart = ReadChart & { part: ChartPart }

/** The key of a page needs only the keys of its tiles, so the tiles are drawn only if the cover is not cached. */
async function pageCover(
  services: PictureServices,
  subject: Subject,
  { opened, parts, shown, read, wishes: { mode, signal } }: Page,
): Promise<Buffer | undefined> {
  const found = await Promise.all(
    shown.map(async (part): Promise<ReadPart[]> => {
      const rowsScale = shownBy(opened.charts.get(part.chartId)?.viz_type ?? '') === 'rows' ? ROWS_SCALE : 1
      const { width, height } = innerSize(part, COVER_HEAD)
      const size = { width: width * rowsScale, height: height * rowsScale }
      const chart = await read(part, { size, edge: TILE_EDGE, detail: 'marks', format: 'svg', tellsColors: true })
      return chart ? [{ ...chart, part }] : []
    }),
  )
  const charts = found.flat()
  const wholeArea = sumOf(shown)
  const isMost = (some: readonly ReadPart[]) => some.length > 0 && sumOf(some.map(({ part }) => part)) * 2 >= wholeArea
  if (!isMost(charts)) return undefined
  const named = parts.map((part) =>
    part.kind === 'chart' ? { ...part, title: part.title ?? opened.charts.get(part.chartId)?.slice_name } : part,
  )
  const order: CoverOrder = { mode, size: WINDOW, edge: EDGE, parts: named }
  const keys = charts.map(({ part, key }) => [part.chartId, key] as const).toSorted(([one], [other]) => one - other)
  const key = `cover ${createHash('sha256')
    .update(JSON.stringify([order, keys]))
    .digest('hex')}`
  let isWhole = true
  const picture = await drawnOnce(services, key, { ttlMs: KEPT_MS, signal }, async (stop) => {
    const tiles = await drawTiles(charts, opened, stop)
    isWhole = tiles.size === charts.length
    if (!isMost(charts.filter(({ part }) => tiles.has(part.chartId))))
      throw pictureFailure('The image could not be drawn.')
    return services.pictures.draw(
      { kind: 'cover', order, tiles, zoom: DENSITY * scale },
      { reader: subject.user?.id, signal: stop },
    )
  })
  if (picture && !isWhole) {
    const { cache, now } = services
    await cache.set(key, { body: picture, rowcount: 0, computedOn: now() }, UNDRAWABLE_MS)
  }
  return picture
}

/** The tiles that can be drawn. A label has one color in all of them. */
async function drawTiles(
  charts: readonly ReadPart[],
  { layout, metadata }: OpenedDashboard,
  stop: AbortSignal,
): Promise<Map<number, Tile>> {
  const tiles = new Map<number, Tile>()
  const asked = new Map<number, AskedColors>()
  await Promise.all(
    charts.map(async ({ part: { chartId }, draw }) => {
      const svg = await draw(stop).catch(withoutCover)
      if (!svg) return
      tiles.set(chartId, { title: '', svg })
      const own = askedOf(svg)
      if (own) asked.set(chartId, own)
    }),
  )
  const dealt = dealtColors(asked, chartsIn(layout.root), metadata.sharedColors)
  await Promise.all(
    charts.map(async ({ part: { chartId }, draw }) => {
      const colors = dealt.get(chartId)
      const svg = colors && (await draw(stop, colors).catch(withoutCover))
      if (svg) tiles.set(chartId, { title: '', svg })
    }),
  )
  return tiles
}
