import { cloneElement, type MouseEvent, type ReactElement, type Ref, type RefObject } from 'react'

export type TriggerElement = ReactElement<Record<string, unknown>>

interface TriggerOptions {
  anchor: RefObject<Element | null>
  isOpen: boolean
  popup: 'menu' | 'dialog' | 'listbox'
  onToggle: (event: MouseEvent) => void
  /** further attributes, such as the role of a combobox */
  attributes?: Record<string, unknown>
}

/** The element that opens a floating part: it keeps its own props and learns to open, to say so, and to be the anchor. */
export function asTrigger(element: TriggerElement, options: TriggerOptions): TriggerElement {
  const own = element.props
  return cloneElement(element, {
    'aria-haspopup': options.popup,
    'aria-expanded': options.isOpen,
    'data-popup-open': options.isOpen ? '' : undefined,
    ...options.attributes,
    ref: (node: Element | null) => {
      options.anchor.current = node
      setRef(own['ref'] as Ref<Element> | undefined, node)
    },
    onClick: (event: MouseEvent) => {
      if (typeof own['onClick'] === 'function') own['onClick'](event)
      if (!event.defaultPrevented) options.onToggle(event)
    },
  })
}

function setRef(ref: Ref<Element> | undefined, node: Element | null): void {
  if (typeof ref === 'function') ref(node)
  else if (ref) ref.current = node
}

/** Whether a floating part was closed by a press on its own trigger, which then closes it itself. */
export function isPressOn(anchor: RefObject<Element | null>, event: Event): boolean {
  return event.target instanceof Node && anchor.current?.contains(event.target) === true
}
