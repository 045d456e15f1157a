import type { ChartTheme } from '../../theme.ts'
import { type Covered, coveredBy } from '../coverage.ts'
import { colorList } from './rgba.ts'

/** px of the side of a cell: the picture is read in this resolution */
const side = 4
/** The largest distance in color (of three channels from 0 to 255) at which a pixel is ground. */
const nearGround = 7
/** The largest part of a border in a pixel, which is an average of several: a darker pixel is a gray mark. */
const mostBorder = 0.6

type Color = readonly [red: number, green: number, blue: number]

/** Whether a color is that of the land or the sea, a mixture of both, or one of land and a border. */
export function groundTest({ mapLand, mapSea, chartAxis }: Pick<ChartTheme, 'mapLand' | 'mapSea' | 'chartAxis'>) {
  const [land, sea, axis] = [mapLand, mapSea, chartAxis].map((color): Color => {
    const [red, green, blue] = colorList(color)
    return [red, green, blue]
  }) as [Color, Color, Color]
  return (color: Color) => Math.min(distance(color, land, sea), distance(color, land, axis, mostBorder)) <= nearGround
}

/** The distance of a color from the mixtures of two others. `most`: the largest part of the second one. */
function distance(color: Color, from: Color, to: Color, most = 1): number {
  const way = to.map((channel, at) => channel - from[at]!)
  const length = way.reduce((sum, part) => sum + part ** 2, 0)
  const along = way.reduce((sum, part, at) => sum + part * (color[at]! - from[at]!), 0) / (length || 1)
  const part = Math.min(most, Math.max(0, along))
  return Math.hypot(...color.map((channel, at) => channel - from[at]! - way[at]! * part))
}

/** What the marks of a drawn map cover, by its pixels. Pixels without a color are sea. */
export function pixelCoverage(
  { data, width, height }: { data: Uint8ClampedArray; width: number; height: number },
  theme: Pick<ChartTheme, 'mapLand' | 'mapSea' | 'chartAxis'>,
  cell = side,
): Covered {
  const isGround = groundTest(theme)
  const sea = colorList(theme.mapSea)
  const marked = new Uint8Array(width * height)
  for (let at = 0; at < marked.length; at += 1) {
    const part = data[at * 4 + 3]! / 255
    const mixed = [0, 1, 2].map((channel) => data[at * 4 + channel]! * part + sea[channel]! * (1 - part))
    if (!isGround(mixed as unknown as Color)) marked[at] = 1
  }
  return coveredBy({ across: width, down: height, marked }, cell)
}

/** What the marks on the canvas of a map cover; undefined if it has no pixels. */
export function canvasCoverage(canvas: HTMLCanvasElement, theme: ChartTheme): Covered | undefined {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((px) => Math.ceil(px / side)) as [
    number,
    number,
  ]
  if (width * height === 0) return undefined
  const small = document.createElement('canvas')
  small.width = width
  small.height = height
  const context = small.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(canvas, 0, 0, width, height)
  return pixelCoverage(context.getImageData(0, 0, width, height), theme)
}
