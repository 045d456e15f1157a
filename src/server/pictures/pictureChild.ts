import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { timeNames } from '../../model/language/formatNames.ts'
import { languages } from '../../model/language/languages.ts'
import { written } from '../../model/language/written.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { FormatConfig } from '../formatSettings.ts'
import { drawChart, measureWith } from './drawn/drawChart.ts'
import { drawCover } from './drawn/drawCover.ts'
import { drawOnOne, drawOnPages, type Strip } from './drawn/drawDashboard.ts'
import { openFonts } from './drawn/fonts.ts'
import { type PdfImage, type PdfPage, pdfOf } from './drawn/pdf.ts'
import { opaque, pngOf } from './drawn/png.ts'
import { rasterize } from './drawn/rasterize.ts'
import { smallPng } from './drawn/smallPng.ts'
import type { PictureReply, PictureRequest, Size } from './protocol.ts'

/** Draws pictures one by one in a separate process: a result that needs too much memory ends only this process. */
const fonts = openFonts(process.argv[2] ?? '')
measureWith(fonts)
const { times: own } = Object.assign(written, JSON.parse(process.argv[3] ?? '{}') as Partial<FormatConfig>)

/** Height of a page divided by its width, as of A4 paper. */
const PAPER = Math.SQRT2
const MOST_SMALL_BYTES = 20 * 1024
/** Maximum number of pixels of an image: more would need too much memory. */
const MOST_PIXELS = 12_000_000

async function picture(request: PictureRequest): Promise<PictureReply> {
  if (request.kind === 'chart') {
    const { order, results, format, zoom } = request
    if (!own) writeTimesIn(order.language)
    const data = results.map((result) => JSON.parse(Buffer.from(result).toString()) as ChartData)
    const svg = await drawChart(order, data, fonts)
    if (format === 'svg') return { picture: Buffer.from(svg) }
    return { picture: format === 'png' ? rasterize(svg, zoom, fonts).asPng() : small(svg, zoom) }
  }
  if (request.kind === 'cover') {
    const { order, tiles, zoom } = request
    return { picture: small(drawCover(order, tiles, fonts), zoom) }
  }
  const { order, tiles, format, zoom } = request
  const scaleOf = ({ width, height }: Size) => Math.min(zoom, Math.sqrt(MOST_PIXELS / (width * height)))
  if (format === 'png') {
    const poster = drawOnOne(order, tiles, fonts)
    const scale = scaleOf(poster)
    // texts would be too small to read
    if (scale < Math.min(zoom, LEAST_SCALE)) return { refusal: 'The dashboard is too tall for an image.' }
    return { picture: await pngOf(drawnStrips(poster.strips(scale))) }
  }
  const pages: PdfPage[] = []
  for (const { strips, ...page } of drawOnPages(order, tiles, {
    pageHeight: Math.round(order.width * PAPER),
    scaleOf,
    fonts,
  })) {
    const images: PdfImage[] = []
    for await (const { top, height, pixels, rgb } of drawnStrips(strips)) {
      images.push({ top, height, pixels: { ...pixels, deflated: deflateSync(rgb, { level: 6 }) } })
    }
    pages.push({ ...page, images })
  }
  return { picture: pdfOf(pages, order.title) }
}

/** Writes days and months in the reader's language, unless the workspace configures their names. */
function writeTimesIn(language = 'en'): void {
  written.times = timeNames(languages.some(({ code }) => code === language) ? language : 'en')
  written.madeTimes.clear()
}

/** An image of at most 20 KB. If it would be larger, it is drawn again with fewer pixels. */
function small(svg: string, zoom: number): Buffer {
  const file = smallPng(rasterize(svg, zoom, fonts), MOST_SMALL_BYTES)
  return file ?? small(svg, zoom / 2)
}

/** The pixels of strips, one after the other; they have a background, so nothing is transparent. */
async function* drawnStrips(strips: Iterable<Strip>): AsyncGenerator<Strip & { rgb: Buffer }> {
  for (const strip of strips) {
    // images are outside of the heap: without this, the images of all strips would stay in memory until other objects
    // fill the heap
    globalThis.gc?.()
    await setImmediate()
    yield { ...strip, rgb: opaque(rasterize(strip.svg, 1, fonts).pixels) }
  }
}

const LEAST_SCALE = 0.5

process.on('message', (request: PictureRequest) => {
  void picture(request)
    .catch(
      (error: unknown): PictureReply => ({
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    )
    .then((reply) => process.send?.(reply))
})
// the web process has ended
process.on('disconnect', () => process.exit())
