import { getInstanceByDom, init } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { registerParts } from '../../charts/shared/echarts/registerParts.ts'

registerParts(SVGRenderer)

export type ImageKind = 'jpeg' | 'png' | 'svg'

/** Dots of the picture for one of the page: sharp on paper and on dense screens. */
const pixelRatio = 2

/** The picture in a part of the page, as a file; undefined where there is none that can be drawn (tables). */
export async function chartImage(area: HTMLElement, kind: ImageKind): Promise<Blob | undefined> {
  const ground = groundOf(area)
  const instance = [...area.querySelectorAll<HTMLElement>('[_echarts_instance_]')].map(getInstanceByDom).find(Boolean)
  const drawn = area.querySelector<SVGSVGElement>('[data-viz-type] svg[viewBox]:not([class*="lucide"])')
  if (instance) {
    if (kind !== 'svg') {
      return blobOf(instance.renderToCanvas({ pixelRatio, backgroundColor: ground }), kind)
    }
    const [width, height] = [instance.getWidth(), instance.getHeight()]
    const copy = init(null, undefined, { renderer: 'svg', ssr: true, width, height })
    copy.setOption({ ...instance.getOption(), animation: false, backgroundColor: ground })
    const text = copy.renderToSVGString()
    copy.dispose()
    return svgBlob(text)
  }
  if (!drawn) return undefined
  const text = svgText(drawn, ground)
  return kind === 'svg' ? svgBlob(text) : rastered(text, drawn, kind)
}

const svgBlob = (text: string) => new Blob([text], { type: 'image/svg+xml' })

/** The colour that stands behind an element: the first of its ancestors that has one. */
function groundOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const color = getComputedStyle(each).backgroundColor
    if (color !== 'rgba(0, 0, 0, 0)' && color !== 'transparent') return color
  }
  return '#ffffff'
}

function svgText(drawn: SVGSVGElement, ground: string): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  sheet.setAttribute('width', '100%')
  sheet.setAttribute('height', '100%')
  sheet.setAttribute('fill', ground)
  copy.prepend(sheet)
  return new XMLSerializer().serializeToString(copy)
}

async function rastered(text: string, drawn: SVGSVGElement, kind: 'jpeg' | 'png'): Promise<Blob | undefined> {
  const { width, height } = drawn.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * pixelRatio
  canvas.height = height * pixelRatio
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return blobOf(canvas, kind)
}

function blobOf(canvas: HTMLCanvasElement, kind: 'jpeg' | 'png'): Promise<Blob | undefined> {
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), `image/${kind}`))
}
