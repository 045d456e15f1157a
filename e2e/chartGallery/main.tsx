import '../../src/web/ui/fonts.css'
import '../../src/web/ui/tokens.css'
import '../../src/web/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { EChartsType } from 'echarts'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'react-intl'
import type { DrawnPicture } from '../../src/charts/shared/contract.ts'
import type { ChartData } from '../../src/model/query/chartData.ts'
import { queryClient } from '../../src/web/api/queryClient.ts'
import { ChartView } from '../../src/web/chart/ChartView.tsx'
import { loadedSources } from '../../src/web/chart/SourceCharts.tsx'
import { startTheme } from '../../src/web/ui/theme.ts'
import { UiProvider } from '../../src/web/ui/UiProvider.tsx'
import { wrongSizes } from './drawnValues.ts'
import { loadTiles, type Tile, type Tiles } from './loadTiles.ts'
import { withRows } from './withRows.ts'

/**
 * The gallery of the tests: draws every type with the data of the examples, in every variant of its display options. A
 * story loads it and draws its tiles, a few at a time.
 */

interface Size {
  width: number
  height: number
}

interface Measured {
  ms: number
  longestBlockMs: number
}

interface First {
  type: string
  /** its position among the tiles */
  index: number
}

interface ChartGallery {
  /**
   * Loads the charts with these names and their data. The first tiles are one of each type, then come the variants of
   * these, all other charts, and the maps that WebGL draws. Returns the tile of each type, and how many tiles there are
   * of each kind.
   */
  load: (names: readonly string[]) => Promise<Record<keyof Tiles, number> & { firsts: First[] }>
  /** Draws the tiles from `from` to before `to`; returns what is wrong with them. */
  draw: (from: number, to: number, size: Size) => Promise<string[]>
  /**
   * Draws one tile with this many rows, generated from its own; returns the milliseconds until it is drawn, and the
   * longest time in which the page could not respond.
   */
  measure: (index: number, rows: number, size: Size) => Promise<Measured>
  /** The form data and the data of a tile, from which the server draws the same picture. */
  shown: (index: number) => Promise<Shown>
}

type Shown = Pick<Tile, 'type' | 'formData' | 'data' | 'datasource'>

declare global {
  interface Window {
    chartGallery?: ChartGallery
  }
}

let tiles: Tile[] = []
/** Data that replaces the data of the tiles. */
let otherData: ChartData[] | undefined
const pictures = new Map<number, DrawnPicture>()
const host = document.querySelector('#app')
if (!host) throw new Error('The page has no element #app.')
const root = createRoot(host)
startTheme()

function DrawnTiles({ from, to, size }: { from: number; to: number; size: Size }) {
  return (
    <StrictMode>
      <IntlProvider locale="en">
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <main style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
              {/* full width, so that the tiles begin at whole pixels */}
              <h1 style={{ width: '100%' }}>Charts</h1>
              {tiles.slice(from, to).map((tile, index) => (
                <section
                  key={from + index}
                  data-tile={from + index}
                  aria-label={tile.name}
                  style={{ ...size, background: 'var(--surface)' }}
                >
                  <ChartView
                    {...tile}
                    data={otherData ?? tile.data}
                    title={tile.name}
                    waiting={<i data-waiting="" />}
                    picture={(picture) => {
                      if (picture) pictures.set(from + index, picture)
                      else pictures.delete(from + index)
                    }}
                  />
                </section>
              ))}
            </main>
          </UiProvider>
        </QueryClientProvider>
      </IntlProvider>
    </StrictMode>
  )
}

const frame = () => new Promise((done) => requestAnimationFrame(done))
const mostFrames = 600
/** Timeout of drawing: without a graphics card, maps that start together are slow. */
const mostDrawMs = 90_000
const quietMs = 150

/** Whether everything in the tile has loaded: a picture, a table or a text. */
function isDrawn(tile: Element, index: number): boolean {
  if (tile.querySelector('[data-waiting]')) return false
  if (tile.querySelector('[role=alert]')) return true
  const map = stateOfMap(tile)
  // a map has texts before it has a canvas
  if (map !== undefined) return map !== 'starting' && (map !== 'drawn' || pictures.has(index))
  const hasCanvas = tile.querySelector('canvas') !== null
  return hasCanvas ? pictures.has(index) : tile.textContent !== '' || tile.querySelector('svg') !== null
}

/** The state of a map that the graphics card draws; undefined if the tile has none. */
const stateOfMap = (tile: Element) => tile.querySelector<HTMLElement>('[data-map]')?.dataset['map']

/** Whether all pixels of a picture are equal. It is scaled down first; even then, a single mark changes some pixels. */
function isBlank(picture: HTMLCanvasElement | null): boolean {
  const [width, height] = [200, 120]
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!picture || picture.width === 0 || picture.height === 0 || !context) return true
  context.drawImage(picture, 0, 0, width, height)
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  return pixels.every((pixel) => pixel === pixels[0])
}

async function measure(index: number, rows: number, size: Size): Promise<Measured> {
  const own = tiles[index]?.data ?? []
  flushSync(() => root.render(null))
  otherData = own.map((data) => withRows(data, rows))
  // the data is generated in a separate task
  await quiet()
  const blocks: number[] = []
  const observer = new PerformanceObserver((list) => blocks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const started = performance.now()
  flushSync(() => root.render(<DrawnTiles from={index} to={index + 1} size={size} />))
  const tile = document.querySelector('[data-tile]')
  while (performance.now() - started < mostDrawMs && tile && !isDrawn(tile, index)) await frame()
  const picture = pictures.get(index)
  if (picture && 'getOption' in picture) await painted(picture)
  const ms = performance.now() - started
  await quiet()
  observer.disconnect()
  otherData = undefined
  // tasks below 50 ms are not observed
  return { ms, longestBlockMs: Math.max(0, ...blocks) }
}

/**
 * Whether parts of a large result are still to be painted. ECharts has no public API for this: its `finished` event
 * also waits for animations.
 */
function isPainting(picture: EChartsType): boolean {
  const { _scheduler, _model, __pendingUpdate, _chartsViews } = picture as unknown as {
    _scheduler: { unfinished: boolean }
    _model?: object
    __pendingUpdate?: object | null
    /** of a graph: whether the layout has more iterations */
    _chartsViews: { _layouting?: boolean }[]
  }
  const isLaidOut = !_chartsViews.some((view) => view._layouting)
  return _model === undefined || Boolean(__pendingUpdate) || _scheduler.unfinished || !isLaidOut
}

/** Resolves after everything is painted: large results are painted in several frames. */
async function painted(picture: EChartsType): Promise<void> {
  // a canvas is painted in the frame after its option was set
  await frame()
  for (let frames = 0; frames < mostFrames && isPainting(picture); frames++) await frame()
}

/** Resolves in a new task when the page has had time for all pending work. */
const quiet = () => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0)), quietMs))

async function draw(from: number, to: number, size: Size): Promise<string[]> {
  flushSync(() => root.render(null))
  flushSync(() => root.render(<DrawnTiles from={from} to={to} size={size} />))
  const shown = [...document.querySelectorAll('[data-tile]')]
  const started = performance.now()
  while (performance.now() - started < mostDrawMs) {
    await frame()
    if (shown.every((tile, at) => isDrawn(tile, from + at))) break
  }
  await frame()
  return shown.flatMap((tile, at) => faultsOf(tile, from + at))
}

function faultsOf(element: Element, index: number): string[] {
  const tile = tiles[index]
  if (!tile) return []
  const found: string[] = []
  const picture = pictures.get(index)
  if (!isDrawn(element, index)) found.push('is not drawn')
  const map = stateOfMap(element)
  if (map !== undefined && map !== 'drawn') found.push(`its map is ${map}`)
  if (map === 'drawn' && isBlank(element.querySelector('[data-map] canvas'))) found.push('its map is blank')
  const failure = element.querySelector('[role=alert]')
  if (failure) found.push(failure.textContent ?? 'failed')
  // tables and documents scroll
  const overflows = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
  if (overflows && tile.type.shows !== 'rows') found.push('is larger than its tile')
  if (picture && 'getOption' in picture) found.push(...wrongSizes(picture))
  return found.map((fault) => `${tile.type.type}: ${tile.name}: ${fault}`)
}

/** A tile with its data. If it draws other charts: with the data of those charts, which the page has already loaded. */
async function shown(index: number): Promise<Shown> {
  const tile = tiles[index]
  if (!tile) throw new Error(`There is no tile ${index}.`)
  const { type, formData, data, datasource } = tile
  if (!type.drawsCharts) return { type, formData, data, datasource }
  const sources = await loadedSources(type, formData)
  const missing_charts = sources.filter((source) => !('data' in source))
  const loaded = sources.filter((source) => 'data' in source)
  const source_charts = loaded.map(({ data: _data, ...source }) => source)
  return {
    type,
    datasource,
    formData: { ...formData, source_charts, missing_charts },
    data: loaded.map((source) => source.data),
  }
}

window.chartGallery = {
  async load(names) {
    const { types, variants, others, maps, mapVariants, moreMapVariants } = await loadTiles(names)
    tiles = [...types, ...variants, ...others, ...maps, ...mapVariants, ...moreMapVariants]
    return {
      firsts: [...types, ...maps].map((tile) => ({ type: tile.type.type, index: tiles.indexOf(tile) })),
      types: types.length,
      variants: variants.length,
      others: others.length,
      maps: maps.length,
      mapVariants: mapVariants.length,
      moreMapVariants: moreMapVariants.length,
    }
  },
  draw,
  measure,
  shown,
}
