/** Paints text of a page: each word at its position on the page. */

const transforms: Record<string, (text: string) => string> = {
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
}

const fontOf = ({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration) =>
  `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`

/** The baseline of text in the middle of a box, in px from its top. */
function baselineIn(context: CanvasRenderingContext2D, height: number): number {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x')
  return (height - ascent - descent) / 2 + ascent
}

/** Paints one text node. `origin`: the point of the window that is the upper left corner of the canvas. */
export function paintTextNode(
  context: CanvasRenderingContext2D,
  node: Text,
  style: CSSStyleDeclaration,
  origin: { x: number; y: number },
): void {
  const { data } = node
  if (data.trim() === '') return
  context.font = fontOf(style)
  context.fillStyle = style.color
  context.textBaseline = 'alphabetic'
  const transform = transforms[style.textTransform] ?? ((text: string) => text)
  const edge = cutEdge(node)
  const range = document.createRange()
  for (const { 0: word, index } of data.matchAll(/\S+/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    // a word that is broken between lines has several rectangles
    const [box] = range.getClientRects()
    if (!box || box.width === 0 || box.left >= edge) continue
    const text = transform(word)
    const [x, y] = [box.left - origin.x, box.top - origin.y]
    const isCut = box.right > edge + 1
    context.fillText(isCut ? fitting(context, text, edge - box.left) : text, x, y + baselineIn(context, box.height))
    if (style.textDecorationLine.includes('underline')) context.fillRect(x, y + box.height - 2, box.width, 1)
  }
}

/** The right edge beyond which the page shows an ellipsis instead of text; infinite if there is none. */
function cutEdge({ parentElement: parent }: Text): number {
  if (!parent || parent.scrollWidth <= parent.clientWidth) return Number.POSITIVE_INFINITY
  const { textOverflow } = getComputedStyle(parent)
  return textOverflow === 'ellipsis' ? parent.getBoundingClientRect().right : Number.POSITIVE_INFINITY
}

function fitting(context: CanvasRenderingContext2D, text: string, room: number): string {
  let end = text.length
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > room) end -= 1
  return `${text.slice(0, end)}…`
}

export type PaintedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function textOf(field: PaintedField): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? ''
  const isText = !['checkbox', 'radio', 'range', 'hidden', 'password'].includes(field.type)
  return isText ? field.value || field.placeholder : ''
}

/** Paints the value of a field, or its placeholder. */
export function paintField(
  context: CanvasRenderingContext2D,
  field: PaintedField,
  style: CSSStyleDeclaration,
  box: { x: number; y: number; width: number; height: number },
): void {
  const text = textOf(field)
  if (text === '') return
  context.font = fontOf(style)
  context.fillStyle = style.color
  const left = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth)
  context.fillText(text, box.x + left, box.y + baselineIn(context, box.height), box.width - left)
}
