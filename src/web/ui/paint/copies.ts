/**
 * Elements that a graphics card draws. Their pixels cannot be read from their canvases, so the code that draws them
 * offers copies.
 */
const offers = new WeakMap<Element, () => HTMLCanvasElement | null>()

/** `copy` returns what the element shows; null while it shows nothing yet. */
export const offerCopy = (element: Element, copy: () => HTMLCanvasElement | null): void =>
  void offers.set(element, copy)

/** The copy that an element offers; null if there is none yet, undefined if it offers none. */
export const copyOf = (element: Element): HTMLCanvasElement | null | undefined => offers.get(element)?.()

/** An attribute of elements that belong to the page and not to a picture of it. */
export const UNPAINTED = 'data-unpainted'
