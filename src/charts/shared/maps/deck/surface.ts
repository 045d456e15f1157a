import type { Shift } from './frames.ts'

/** The elements of a map on the page. */
interface Surface {
  /** for the layers of the map */
  canvas: HTMLCanvasElement
  frame: HTMLElement
  /** for labels and names of places */
  texts: HTMLCanvasElement
  /** Shows the last frame at another position, until the next one is drawn. */
  shift: (by: Shift | undefined) => void
  /** A copy of the picture; `below`: the canvas of a base map. */
  picture: (below: HTMLCanvasElement | undefined, sea: string) => HTMLCanvasElement
  /** Also releases the WebGL context. */
  remove: () => void
}

export function addSurface(host: HTMLElement, label: string): Surface {
  const canvas = canvasFor(host)
  // the frame stays in place while the picture inside is shifted, so that pointer positions remain correct
  const frame = document.createElement('div')
  frame.className = 'deck-events-root'
  frame.style.cssText = 'position: absolute; inset: 0; overflow: hidden'
  frame.setAttribute('role', 'img')
  frame.setAttribute('aria-label', label)
  frame.append(canvas)
  host.append(frame)
  const texts = canvasForTexts()
  host.append(texts)
  return {
    canvas,
    frame,
    texts,
    shift(by) {
      const transform = by ? `translate(${by.x}px, ${by.y}px) scale(${by.scale})` : ''
      for (const element of [canvas, texts]) element.style.transform = transform
    },
    picture(below, sea) {
      const copy = document.createElement('canvas')
      copy.width = canvas.width
      copy.height = canvas.height
      const context = copy.getContext('2d')
      if (!context) return copy
      context.fillStyle = sea
      context.fillRect(0, 0, copy.width, copy.height)
      if (below) context.drawImage(below, 0, 0, copy.width, copy.height)
      context.drawImage(canvas, 0, 0)
      if (texts.width > 0) context.drawImage(texts, 0, 0, copy.width, copy.height)
      return copy
    },
    remove() {
      frame.remove()
      texts.remove()
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

/** A separate canvas: deck.gl gives all of its own canvases the same id. */
function canvasFor(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // otherwise the first frame would be drawn at another size, and then a second time
  canvas.width = Math.round(host.clientWidth * devicePixelRatio)
  canvas.height = Math.round(host.clientHeight * devicePixelRatio)
  canvas.setAttribute('aria-hidden', 'true')
  return canvas
}

function canvasForTexts(): HTMLCanvasElement {
  const texts = document.createElement('canvas')
  texts.setAttribute('aria-hidden', 'true')
  texts.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none'
  // otherwise, code that checks canvases for WebGL contexts would create one here
  texts.getContext('2d')
  return texts
}
