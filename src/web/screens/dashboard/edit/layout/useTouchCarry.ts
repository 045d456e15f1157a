import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type Editor, useEditor } from '../editStore.ts'
import { placeAt } from './geometry.ts'
import { scrollAtEdges } from './scrollAtEdges.ts'

/** A touch of this length picks up a component; moving earlier scrolls the page. */
const HOLD_MS = 280
const STILL_PX = 10
/** Keeping a component over a closed tab for this time opens the tab. */
const OPEN_AFTER_MS = 450
const GHOST_OFFSET_PX = 18

/**
 * Moves an element by touch. Not all browsers start drags for touch, and in those that do, a long press opens their own
 * menus. On a handle, the first move picks up the element; elsewhere, a long press does.
 */
export function useTouchCarry(
  element: RefObject<HTMLElement | null>,
  lift: () => boolean,
  label: string,
  handle?: RefObject<HTMLElement | null>,
): void {
  const editor = useEditor()
  const start = useEffectEvent(lift)
  const name = useEffectEvent(() => label)
  useEffect(() => {
    const target = handle?.current ?? element.current
    if (!target) return
    const isHandle = handle?.current != null
    let waiting: { timer: number; x: number; y: number } | undefined
    let carrying: Carrying | undefined

    const giveUpWaiting = () => {
      if (waiting) window.clearTimeout(waiting.timer)
      waiting = undefined
    }
    const pickUp = (x: number, y: number) => {
      giveUpWaiting()
      if (!start()) return
      carrying = new Carrying(editor, name(), x, y)
    }
    const end = (isDropped: boolean) => {
      giveUpWaiting()
      carrying?.end(isDropped)
      carrying = undefined
    }
    const onStart = (event: TouchEvent) => {
      const [touch, second] = event.touches
      if (!touch || second) return end(false)
      // fields, resize handles and draggable children handle the touch themselves
      const own = 'input, textarea, [contenteditable="true"], [data-handle]'
      if (event.defaultPrevented || (event.target as Element).closest(own)) return
      const { clientX: x, clientY: y } = touch
      event.stopPropagation()
      const timer = isHandle ? 0 : window.setTimeout(() => pickUp(x, y), HOLD_MS)
      waiting = { timer, x, y }
    }
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!touch) return
      if (carrying) {
        event.preventDefault()
        return carrying.move(touch.clientX, touch.clientY)
      }
      if (!waiting || Math.hypot(touch.clientX - waiting.x, touch.clientY - waiting.y) < STILL_PX) return
      if (isHandle) pickUp(touch.clientX, touch.clientY)
      else giveUpWaiting()
    }
    const onEnd = (event: TouchEvent) => {
      if (carrying) event.preventDefault()
      end(true)
    }
    const onCancel = () => end(false)
    const onMenu = (event: Event) => {
      if (waiting || carrying) event.preventDefault()
    }
    // touchmove is not passive, because moving the component must not scroll the page
    target.addEventListener('touchstart', onStart, { passive: true })
    target.addEventListener('touchmove', onMove, { passive: false })
    target.addEventListener('touchend', onEnd)
    target.addEventListener('touchcancel', onCancel)
    target.addEventListener('contextmenu', onMenu)
    return () => {
      end(false)
      target.removeEventListener('touchstart', onStart)
      target.removeEventListener('touchmove', onMove)
      target.removeEventListener('touchend', onEnd)
      target.removeEventListener('touchcancel', onCancel)
      target.removeEventListener('contextmenu', onMenu)
    }
  }, [editor, element, handle])
}

/** Moves one component with one finger: shows its name near the finger and the target place, opens tabs on the way. */
class Carrying {
  readonly #editor: Editor
  readonly #ghost: HTMLElement
  #x = 0
  #y = 0
  #frame = 0
  #tab: { element: Element; timer: number } | undefined

  constructor(editor: Editor, label: string, x: number, y: number) {
    this.#editor = editor
    this.#ghost = document.createElement('div')
    this.#ghost.dataset['touchGhost'] = ''
    this.#ghost.textContent = label
    document.body.append(this.#ghost)
    this.move(x, y)
    const everyFrame = () => {
      if (scrollAtEdges(this.#y)) this.#aim()
      this.#frame = requestAnimationFrame(everyFrame)
    }
    this.#frame = requestAnimationFrame(everyFrame)
  }

  move(x: number, y: number): void {
    this.#x = x
    this.#y = y
    this.#ghost.style.transform = `translate(${x + GHOST_OFFSET_PX}px, ${y + GHOST_OFFSET_PX}px)`
    this.#aim()
    this.#watchTab()
  }

  end(isDropped: boolean): void {
    cancelAnimationFrame(this.#frame)
    window.clearTimeout(this.#tab?.timer)
    this.#ghost.remove()
    if (isDropped && this.#below()?.closest('[data-edit-scroller], [data-holds]')) this.#editor.drop()
    else this.#editor.cancelLift()
  }

  #below = () => document.elementFromPoint(this.#x, this.#y)

  #aim(): void {
    const { lifted } = this.#editor.store.getState()
    if (!lifted) return
    const isOver = this.#below()?.closest('[data-edit-scroller], [data-holds]')
    this.#editor.aim(isOver ? placeAt(lifted, this.#editor.position(), this.#x, this.#y) : undefined)
  }

  #watchTab(): void {
    const tab = this.#below()?.closest('[data-tab="closed"]') ?? undefined
    if (tab === this.#tab?.element) return
    window.clearTimeout(this.#tab?.timer)
    this.#tab = tab && {
      element: tab,
      timer: window.setTimeout(() => {
        tab.querySelector('button')?.click()
        requestAnimationFrame(this.#editor.refreshPlaces)
      }, OPEN_AFTER_MS),
    }
  }
}
