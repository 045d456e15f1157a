const holdMs = 550
/** A finger that moves further than this scrolls. */
const stillPx = 10

/**
 * A long press on touch screens opens the menu of the element below the finger, like a right click. Some browsers send
 * `contextmenu` themselves; for all others it is sent here. The click at the end of the touch is ignored.
 */
export function holdMenu(down: PointerEvent): void {
  const { target, clientX, clientY, pointerId } = down
  if (!target) return
  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true }
  let wasOpened = false
  const timer = setTimeout(() => {
    wasOpened = true
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 })
    target.dispatchEvent(event)
  }, holdMs)
  const end = () => {
    clearTimeout(timer)
    // the click comes after the end of the touch
    setTimeout(() => stop.abort(), 50)
  }
  const own = (event: PointerEvent) => event.pointerId === pointerId
  // a second finger moves or zooms what is below
  window.addEventListener('pointerdown', (event) => !own(event) && end(), options)
  window.addEventListener('pointerup', (event) => own(event) && end(), options)
  window.addEventListener('pointercancel', (event) => own(event) && end(), options)
  window.addEventListener(
    'pointermove',
    (event) => own(event) && Math.hypot(event.clientX - clientX, event.clientY - clientY) > stillPx && end(),
    options,
  )
  window.addEventListener(
    'contextmenu',
    (event) => {
      if (!event.isTrusted) return
      // the browser's own event: the same menu must not open twice
      if (wasOpened) {
        event.preventDefault()
        event.stopPropagation()
      }
      wasOpened = true
      clearTimeout(timer)
    },
    options,
  )
  window.addEventListener(
    'click',
    (event) => {
      if (!wasOpened) return
      event.preventDefault()
      event.stopPropagation()
    },
    options,
  )
}
