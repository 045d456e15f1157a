import { copyOf, UNPAINTED } from './copies.ts'
import { type PaintedField, paintField, paintTextNode } from './paintText.ts'

/**
 * Paints an element of the page on a canvas: backgrounds, borders, texts, canvases, vector graphics, images, and copies
 * that elements offer (`copies.ts`). Browsers have no API for it, and the technique with an SVG image works in only one
 * of them. Shadows, transformations and generated content are not painted.
 */

export interface Painting {
  canvas: HTMLCanvasElement
  /** elements whose content cannot be copied: 3D canvases and images of other sites */
  left: Element[]
}

/** Limits of a canvas: its pixels, and its longer side in px. Larger canvases stay empty in some browsers. */
const mostPixels = 16_000_000
const longestSide = 16_000

/** Image pixels per page pixel: for sharp images, if the browser supports that size. */
export function paintScale(width: number, height: number): number {
  const most = Math.min(Math.sqrt(mostPixels / (width * height)), longestSide / width, longestSide / height)
  return Math.min(2, most)
}

interface Brush {
  context: CanvasRenderingContext2D
  /** position of the canvas's upper left corner in the window */
  origin: { x: number; y: number }
  left: Element[]
}

/** `ground`: the color behind the element. */
export async function paintElement(element: HTMLElement, scale: number, ground: string): Promise<Painting> {
  const { x, y, width, height } = element.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(scale, scale)
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  const brush: Brush = { context, origin: { x, y }, left: [] }
  await paint(brush, element)
  return { canvas, left: brush.left }
}

async function paint(brush: Brush, element: Element): Promise<void> {
  const style = getComputedStyle(element)
  const opacity = Number(style.opacity)
  if (style.display === 'none' || opacity === 0 || element.hasAttribute(UNPAINTED)) return
  const { context, origin } = brush
  const rect = element.getBoundingClientRect()
  const box = { x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height }
  const copy = copyOf(element)
  context.save()
  context.globalAlpha *= opacity
  if (copy !== undefined) {
    paintBox(context, box, style)
    if (copy) context.drawImage(copy, box.x, box.y, box.width, box.height)
    else brush.left.push(element)
    return context.restore()
  }
  if (style.visibility === 'visible') {
    paintBox(context, box, style)
    await paintContent(brush, element, style, box)
  }
  // the options of a select are not visible
  if (!(element instanceof SVGElement) && !(element instanceof HTMLSelectElement)) {
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
      outline(context, box, style)
      context.clip()
    }
    await paintChildren(brush, element, style)
  }
  context.restore()
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const px = (length: string) => Number.parseFloat(length) || 0

function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Box, style: CSSStyleDeclaration): void {
  const radius = Math.min(px(style.borderTopLeftRadius), width / 2, height / 2)
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
}

function paintBox(context: CanvasRenderingContext2D, box: Box, style: CSSStyleDeclaration): void {
  if (box.width === 0 || box.height === 0) return
  if (style.backgroundColor !== 'transparent' && style.backgroundColor !== 'rgba(0, 0, 0, 0)') {
    context.fillStyle = style.backgroundColor
    outline(context, box, style)
    context.fill()
  }
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    width: style[`border${side}Style`] === 'none' ? 0 : px(style[`border${side}Width`]),
    color: style[`border${side}Color`],
  }))
  const [top, right, bottom, left] = sides
  if (!top || !right || !bottom || !left) return
  if (top.width > 0 && sides.every((side) => side.width === top.width && side.color === top.color)) {
    const half = top.width / 2
    context.strokeStyle = top.color
    context.lineWidth = top.width
    const inner = { x: box.x + half, y: box.y + half, width: box.width - top.width, height: box.height - top.width }
    outline(context, inner, style)
    context.stroke()
    return
  }
  const fill = (color: string, x: number, y: number, width: number, height: number) => {
    if (width === 0 || height === 0) return
    context.fillStyle = color
    context.fillRect(x, y, width, height)
  }
  fill(top.color, box.x, box.y, box.width, top.width)
  fill(bottom.color, box.x, box.y + box.height - bottom.width, box.width, bottom.width)
  fill(left.color, box.x, box.y, left.width, box.height)
  fill(right.color, box.x + box.width - right.width, box.y, right.width, box.height)
}

async function paintContent(brush: Brush, element: Element, style: CSSStyleDeclaration, box: Box): Promise<void> {
  const { context, left } = brush
  if (box.width === 0 || box.height === 0) return
  const { x, y, width, height } = box
  if (element instanceof HTMLCanvasElement) {
    // a 3D canvas has no 2D context, and its pixels are discarded once they are displayed
    if (element.width === 0 || element.height === 0) return
    if (element.getContext('2d')) context.drawImage(element, x, y, width, height)
    else left.push(element)
  } else if (element instanceof SVGSVGElement) {
    const image = await vectorImage(element, width, height).catch(() => undefined)
    if (image) context.drawImage(image, x, y, width, height)
    else left.push(element)
  } else if (element instanceof HTMLImageElement) {
    const isOwn = element.src.startsWith('data:') || new URL(element.src, location.href).origin === location.origin
    if (isOwn && element.complete && element.naturalWidth > 0) context.drawImage(element, x, y, width, height)
    else left.push(element)
  } else if (isField(element)) {
    paintField(context, element, style, box)
  }
}

const isField = (element: Element): element is PaintedField =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

/** Properties that style sheets set on shapes; they are missing in a copied graphic. */
const shapeProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
]

async function vectorImage(element: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = element.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [
    [element, ...element.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ]
  for (const [at, original] of originals.entries()) {
    const style = getComputedStyle(original)
    for (const name of shapeProperties) copies[at]?.setAttribute(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

/** The children of an element, with those of elements that have no box in their place. */
const nodesIn = (element: Element): ChildNode[] =>
  [...element.childNodes].flatMap((child) =>
    child instanceof Element && getComputedStyle(child).display === 'contents' ? nodesIn(child) : [child],
  )

async function paintChildren(brush: Brush, element: Element, style: CSSStyleDeclaration): Promise<void> {
  const isVisible = style.visibility === 'visible'
  const raised: Element[] = []
  for (const child of nodesIn(element)) {
    if (child instanceof Text) {
      if (isVisible) paintTextNode(brush.context, child, style, brush.origin)
    } else if (child instanceof Element) {
      if (getComputedStyle(child).position === 'static') await paint(brush, child)
      else raised.push(child)
    }
  }
  // positioned elements are above the others, in the order of their z-index
  const level = (child: Element) => Number.parseInt(getComputedStyle(child).zIndex, 10) || 0
  for (const child of raised.toSorted((one, other) => level(one) - level(other))) await paint(brush, child)
}
