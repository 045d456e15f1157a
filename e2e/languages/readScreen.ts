import type { Page } from 'playwright-core'

/** A text on a page, as users see it. */
export interface SeenText {
  text: string
  /** how many px of it are hidden or outside of its box */
  cutPx: number
  /** the element that contains it, for a report */
  place: string
}

export interface Seen {
  texts: SeenText[]
  /** how many px the page is wider than the window, or a dialog than its frame */
  widerPx: number
}

/** The visible texts of the interface, without data, code, drawings, and texts written by users. */
export const readScreen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const notInterface =
      '[data-chart-id] [data-viz-type], [data-viz-type] td, .cm-editor, svg, script, style, [aria-hidden=true], option'
    const texts: { text: string; cutPx: number; place: string }[] = []
    const placeOf = (element: Element) => {
      const part = element.closest('[role=dialog], [role=menu], nav, header, aside, main')
      return `${part?.getAttribute('role') ?? part?.tagName.toLowerCase() ?? 'body'} ${element.tagName.toLowerCase()}`
    }
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    /** px of an element's content that are cut off; 0 if the element scrolls */
    const cutPx = (element: HTMLElement) => {
      const { overflowX, whiteSpace } = getComputedStyle(element)
      // the whole text is shown on hover, and read out
      const name = element.closest('button, a, [role=radio]')
      const full = `${name?.ariaLabel ?? ''} ${name?.getAttribute('title') ?? ''} ${element.title}`
      if (full.includes(element.textContent.trim())) return 0
      if (/auto|scroll/.test(overflowX) || (overflowX === 'visible' && whiteSpace !== 'nowrap')) return 0
      return element.clientWidth === 0 ? 0 : Math.max(0, element.scrollWidth - element.clientWidth)
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (element.closest(notInterface) || !isShown(element)) continue
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const text = own.map((node) => node.textContent ?? '').join('')
      if (text.trim() !== '') texts.push({ text: text.trim(), cutPx: cutPx(element), place: placeOf(element) })
      for (const attribute of ['aria-label', 'placeholder', 'title', 'aria-description']) {
        const value = element.getAttribute(attribute)
        if (value) texts.push({ text: value, cutPx: 0, place: `${placeOf(element)} ${attribute}` })
      }
    }
    const dialogs = [...document.querySelectorAll('[role=dialog]')].map(
      (dialog) => dialog.scrollWidth - dialog.clientWidth,
    )
    return { texts, widerPx: Math.max(0, document.documentElement.scrollWidth - innerWidth, ...dialogs) }
  })
