import { type EChartsType, init } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { CanvasPicture, DrawnPicture } from '../../charts/shared/contract.ts'
import { registerParts } from '../../charts/shared/echarts/registerParts.ts'
import { fontSans } from '../../charts/shared/theme.ts'
import { groundOf } from '../ui/paint/groundOf.ts'
import { paintElement } from '../ui/paint/paintElement.ts'
import { type Heading, headingOf, sheetMargin, titleStyle } from './imageHeading.ts'

registerParts(SVGRenderer)

export type ImageKind = 'jpeg' | 'png' | 'svg'

/** Image pixels per page pixel: sharp in print and on high-density screens. */
const pixelRatio = 2

/** A drawn chart, to be copied without its surroundings. */
interface Drawn {
  width: number
  height: number
  svg: () => string
  raster: () => Promise<CanvasImageSource>
}

/** A chart below its title (none if empty), as an image file in the colors of the page. */
export async function chartImage(picture: DrawnPicture, kind: ImageKind, title: string): Promise<Blob | undefined> {
  const [drawn, element] = await drawnOf(picture)
  const colors = { ground: groundOf(element), ink: getComputedStyle(element).color }
  const heading = headingOf(title, drawn.width + 2 * sheetMargin)
  return kind === 'svg' ? svgBlob(sheetText(drawn, heading, colors)) : blobOf(await sheet(drawn, heading, colors), kind)
}

async function drawnOf(picture: DrawnPicture): Promise<[Drawn, Element]> {
  if (picture instanceof SVGSVGElement) return [svgPicture(picture), picture]
  if ('element' in picture) return [await canvasPicture(picture), picture.element]
  return [echartsPicture(picture), picture.getDom()]
}

/** With what is around the canvas: the legend explains its colors, and the sources of a map must be named. */
async function canvasPicture({ element }: CanvasPicture): Promise<Drawn> {
  const { width, height } = element.getBoundingClientRect()
  const { canvas } = await paintElement(element, pixelRatio, groundOf(element))
  return {
    width,
    height,
    svg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${canvas.toDataURL()}" width="${width}" height="${height}"/></svg>`,
    raster: async () => canvas,
  }
}

function echartsPicture(instance: EChartsType): Drawn {
  const [width, height] = [instance.getWidth(), instance.getHeight()]
  return {
    width,
    height,
    svg: () => {
      const copy = init(null, undefined, { renderer: 'svg', ssr: true, width, height })
      copy.setOption({ ...instance.getOption(), animation: false })
      const text = copy.renderToSVGString()
      copy.dispose()
      return text
    },
    raster: async () => instance.renderToCanvas({ pixelRatio }),
  }
}

function svgPicture(element: SVGSVGElement): Drawn {
  const { width, height } = element.getBoundingClientRect()
  const svg = () => {
    const copy = element.cloneNode(true) as SVGSVGElement
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    copy.setAttribute('width', String(width))
    copy.setAttribute('height', String(height))
    return new XMLSerializer().serializeToString(copy)
  }
  return {
    width,
    height,
    svg,
    raster: async () => {
      const image = new Image()
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg())}`
      await image.decode()
      return image
    },
  }
}

interface Colors {
  ground: string
  ink: string
}

const sizeOf = (drawn: Drawn, heading: Heading): [width: number, height: number] => [
  drawn.width + 2 * sheetMargin,
  heading.height + drawn.height + sheetMargin,
]

async function sheet(drawn: Drawn, heading: Heading, { ground, ink }: Colors): Promise<HTMLCanvasElement> {
  const [width, height] = sizeOf(drawn, heading)
  const canvas = document.createElement('canvas')
  canvas.width = width * pixelRatio
  canvas.height = height * pixelRatio
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.scale(pixelRatio, pixelRatio)
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.fillStyle = ink
  context.font = `${titleStyle.weight} ${titleStyle.size}px ${fontSans}`
  for (const { text, x, y } of heading.lines) context.fillText(text, x, y)
  context.drawImage(await drawn.raster(), sheetMargin, heading.height, drawn.width, drawn.height)
  return canvas
}

/**
 * The image as SVG text. It is not built in the DOM, because the page's content security policy would then also block
 * the style sheets of the drawing.
 */
function sheetText(drawn: Drawn, heading: Heading, { ground, ink }: Colors): string {
  const [width, height] = sizeOf(drawn, heading)
  const font = `font-family="${fontSans}" font-size="${titleStyle.size}" font-weight="${titleStyle.weight}"`
  const lines = heading.lines.map(
    ({ text, x, y }) => `<text x="${x}" y="${y}" fill="${ink}" ${font}>${xml(text)}</text>`,
  )
  const picture = drawn.svg().replace('<svg', `<svg x="${sheetMargin}" y="${heading.height}"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${ground}"/>${lines.join('')}${picture}</svg>`
}

const xml = (text: string) => new XMLSerializer().serializeToString(document.createTextNode(text))

const svgBlob = (text: string) => new Blob([text], { type: 'image/svg+xml' })

function blobOf(canvas: HTMLCanvasElement, kind: 'jpeg' | 'png'): Promise<Blob | undefined> {
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), `image/${kind}`))
}
