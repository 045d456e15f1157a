import { h, markupOf, type SvgChild } from '../../../charts/shared/svg/tree.ts'
import { type ChartTheme, chartTheme, fontSans } from '../../../charts/shared/theme.ts'
import { type Band, CARD_HEAD, type Placed } from '../dashboardLayout.ts'
import type { DashboardOrder, Size, Tile } from '../protocol.ts'
import { canvas, drawPart, fitted, type Look, withCharts } from './drawParts.ts'
import type { Fonts } from './fonts.ts'
import { largeTexts } from './largeTexts.ts'
import { plainFonts } from './plainFonts.ts'

const EDGE = 24
const TITLE_LINE = 30
const NOTE_LINE = 18
const look: Look = {
  title: { size: 13, margin: 12, baseline: 23 },
  heading: { sizes: { small: 14, medium: 16, large: 20 }, margin: 2, bottom: 10 },
  tabs: { size: 13, mostWidth: 240, gap: 20, left: 0, bottom: 0, baseline: 14, closed: 'text2', line: 'divider' },
  divider: 'chartTooltipBorder',
  withoutPicture: ({ x, y, width, height }, tile, { theme, fonts }) =>
    h(
      'text',
      {
        x: x + width / 2,
        y: y + CARD_HEAD + (height - CARD_HEAD) / 2,
        textAnchor: 'middle',
        fontSize: 12,
        fill: theme.text3,
      },
      fitted(tile?.message ?? 'This chart no longer exists.', width - 24, 12, fonts),
    ),
}

/** A part of a sheet over its whole width: only one strip of a large sheet is in memory as pixels at a time. */
export interface Strip {
  /** Position and height in px of the sheet. */
  top: number
  height: number
  /** The size in which the strip is drawn, in whole pixels. */
  pixels: Size
  svg: string
}

export interface Sheet extends Size {
  ground: string
  strips: Strip[]
}

/** One sheet, whose pixels are computed from top to bottom. */
export interface Poster extends Size {
  /** Strips of equal scale that together cover the sheet without overlap. */
  strips: (scale: number) => Generator<Strip>
}

/** Least number of pixel rows that are drawn together. */
const STRIP_ROWS = 512
/**
 * If a part extends further beyond a strip than this (in heights of the strip), the renderer omits what is clipped
 * twice.
 */
const MOST_BEYOND = 1.5

interface Drawing {
  order: DashboardOrder
  tiles: ReadonlyMap<number, Tile>
  theme: ChartTheme
  fonts: Fonts
}

/** A dashboard as one sheet. */
export function drawOnOne(order: DashboardOrder, tiles: ReadonlyMap<number, Tile>, fonts: Fonts): Poster {
  const drawing = { order, tiles, theme: chartTheme(order.mode), fonts }
  const notes = notesOf(drawing)
  const head = headHeight(notes)
  const offset = EDGE + head
  const last = order.bands.at(-1)
  const width = order.width + 2 * EDGE
  const height = Math.ceil(2 * EDGE + head + (last ? last.top + last.height : 0))
  const parts = order.bands.flatMap((band) => band.parts)
  const heading = headOf(order.title, notes, drawing.theme)
  return {
    width,
    height,
    *strips(scale) {
      const columns = Math.round(width * scale)
      const rows = Math.round(height * scale)
      const tallest = Math.max(0, ...parts.map((part) => part.height))
      const least = Math.max(STRIP_ROWS, Math.ceil((tallest * scale) / MOST_BEYOND))
      const count = Math.max(1, Math.floor(rows / least))
      for (let strip = 0; strip < count; strip += 1) {
        const row = Math.round((strip * rows) / count)
        const pixels = { width: columns, height: Math.round(((strip + 1) * rows) / count) - row }
        const box = { top: row / scale, height: pixels.height / scale }
        const end = box.top + box.height
        // frames and the ends of lines reach a little beyond their part
        const own = parts.filter((part) => part.y + offset < end + 2 && part.y + part.height + offset > box.top - 2)
        yield { ...box, pixels, svg: stripSvg(drawing, { ...box, pixels }, { offset, parts: own, head: heading }) }
      }
    },
  }
}

/**
 * A dashboard as pages. `pageHeight`: maximum height of a page in px. A page ends between two bands; a band that is
 * higher than a page gets a page of its own height. `scaleOf`: pixels for each px of a strip.
 */
export function drawOnPages(
  order: DashboardOrder,
  tiles: ReadonlyMap<number, Tile>,
  { pageHeight, scaleOf, fonts }: { pageHeight: number; scaleOf: (strip: Size) => number; fonts: Fonts },
): Sheet[] {
  const drawing = { order, tiles, theme: chartTheme(order.mode), fonts }
  const notes = notesOf(drawing)
  const head = headHeight(notes)
  return pagesOf(order.bands, pageHeight - 2 * EDGE, head).map((bands, at) => {
    const isFirst = at === 0
    const start = bands[0]?.top ?? 0
    const width = order.width + 2 * EDGE
    const inPixels = <Box extends { top: number; height: number }>(box: Box) => {
      const scale = scaleOf({ width, height: box.height })
      return { ...box, pixels: { width: Math.round(width * scale), height: Math.round(box.height * scale) } }
    }
    const last = bands.at(-1)
    const offset = EDGE + (isFirst ? head : 0) - start
    const title = inPixels({ top: 0, height: EDGE + head })
    const boxes = bands.map((band) =>
      inPixels({ top: Math.floor(band.top + offset), height: Math.ceil(band.height) + 1, parts: band.parts }),
    )
    return {
      width,
      height: Math.ceil(Math.max(pageHeight, offset + EDGE + (last ? last.top + last.height : start))),
      ground: canvas[order.mode],
      strips: [
        ...(isFirst
          ? [
              {
                ...title,
                svg: stripSvg(drawing, title, { offset, parts: [], head: headOf(order.title, notes, drawing.theme) }),
              },
            ]
          : []),
        ...boxes.map(({ parts, ...box }) => ({ ...box, svg: stripSvg(drawing, box, { offset, parts, head: null }) })),
      ],
    }
  })
}

function stripSvg(
  { order, tiles, theme, fonts }: Drawing,
  { top, height, pixels }: { top: number; height: number; pixels: Size },
  { offset, parts, head }: { offset: number; parts: readonly Placed[]; head: SvgChild },
): string {
  const width = order.width + 2 * EDGE
  const svg = markupOf(
    h(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: pixels.width,
        height: pixels.height,
        viewBox: `0 ${top} ${width} ${height}`,
        preserveAspectRatio: 'none',
        fontFamily: fontSans,
      },
      // beyond the edges, so that no row of pixels is covered only in part
      h('rect', { x: -1, y: top - 1, width: width + 2, height: height + 2, fill: canvas[order.mode] }),
      head,
      h(
        'g',
        { transform: `translate(${EDGE},${offset})` },
        parts.map((part) => drawPart(part, tiles, look, { theme, fonts })),
      ),
    ),
  )
  return withCharts(largeTexts(plainFonts(svg)), parts, tiles, CARD_HEAD)
}

const notesOf = ({ order, fonts }: Drawing) => order.notes.flatMap((note) => wrapped(note, order.width, fonts))

const headHeight = (notes: readonly string[]) => TITLE_LINE + notes.length * NOTE_LINE + 8

function pagesOf(bands: readonly Band[], room: number, head: number): Band[][] {
  const pages: Band[][] = [[]]
  for (const band of bands) {
    const page = pages.at(-1)!
    const used = page[0] ? band.top + band.height - page[0].top : band.height
    const free = room - (pages.length === 1 ? head : 0)
    if (page.length > 0 && used > free) pages.push([...takeHeads(page), band])
    else page.push(band)
  }
  return pages
}

const isHead = ({ parts }: Band) => parts.every(({ kind }) => kind !== 'chart' && kind !== 'text')

/** Removes the headings at the end of a page: they belong on the next page, above what they name. */
function takeHeads(page: Band[]): Band[] {
  const last = page.findLastIndex((band) => !isHead(band))
  return last === -1 ? [] : page.splice(last + 1)
}

const headOf = (title: string, notes: readonly string[], theme: ChartTheme): SvgChild => [
  h('text', { x: EDGE, y: EDGE + 20, fontSize: 20, fontWeight: 620, fill: theme.text }, title),
  notes.map((note, at) =>
    h('text', { x: EDGE, y: EDGE + TITLE_LINE + 13 + at * NOTE_LINE, fontSize: 12, fill: theme.text2 }, note),
  ),
]

function wrapped(text: string, room: number, { measure }: Fonts): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`, { size: 12, weight: 420 }) <= room) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines
}
