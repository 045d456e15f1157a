import type { ChartData } from '../../model/query/chartData.ts'
import { drawChart, measureWith } from './drawn/drawChart.ts'
import { drawOnOne, drawOnPages } from './drawn/drawDashboard.ts'
import { openFonts } from './drawn/fonts.ts'
import { packed, pdfOf } from './drawn/pdf.ts'
import { rasterize } from './drawn/rasterize.ts'
import type { PictureReply, PictureRequest } from './protocol.ts'

/** Draws pictures, one after the other, in a process of its own: a result that needs too much memory ends only it. */
const fonts = openFonts(process.argv[2] ?? '')
measureWith(fonts)

/** The height of a page is that of paper, for its width. */
const PAPER = Math.SQRT2
/** Pixels of an image: with more, it would need too much memory. */
const MOST_PIXELS = 12_000_000

async function picture(request: PictureRequest): Promise<PictureReply> {
  if (request.kind === 'chart') {
    const { order, results, format, zoom } = request
    const data = results.map((result) => JSON.parse(Buffer.from(result).toString()) as ChartData)
    const svg = await drawChart(order, data, fonts)
    return { picture: format === 'svg' ? Buffer.from(svg) : rasterize(svg, zoom, fonts).asPng() }
  }
  const { order, tiles, format, zoom } = request
  if (format === 'png') {
    const { width, height, strips } = drawOnOne(order, tiles, fonts)
    const scale = Math.min(zoom, Math.sqrt(MOST_PIXELS / (width * height)))
    // a smaller one cannot be read
    if (scale < Math.min(zoom, LEAST_SCALE)) return { refusal: 'The dashboard is too high for a picture.' }
    return { picture: rasterize(strips[0]?.svg ?? '', scale, fonts).asPng() }
  }
  const pages = drawOnPages(order, tiles, { pageHeight: Math.round(order.width * PAPER), fonts })
  return {
    picture: pdfOf(
      pages.map(({ strips, ...page }) => ({
        ...page,
        images: strips.map(({ svg, ...box }) => {
          const image = rasterize(svg, Math.min(zoom, Math.sqrt(MOST_PIXELS / (page.width * box.height))), fonts)
          return { ...box, pixels: { width: image.width, height: image.height, deflated: packed(image.pixels) } }
        }),
      })),
      order.title,
    ),
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
