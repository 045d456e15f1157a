import { cloneElement, type MouseEvent, type ReactElement, type Ref, type RefObject } from 'react'

export type TriggerElement = ReactElement<Record<string, unknown>>

export interface TriggerProps {
  element: TriggerElement
  /** receives the element, as the anchor of the popup */
  anchor: RefObject<Element | null>
  isOpen: boolean
  popup: 'menu' | 'dialog' | 'listbox'
  onToggle: (event: MouseEvent) => void
  /** further attributes, such as the role of a combobox */
  attributes?: Record<string, unknown>
}

/** The element that opens an overlay. It keeps its own props and gets those for opening, ARIA state and anchoring. */
export function Trigger({ element, anchor, isOpen, popup, onToggle, attributes }: TriggerProps) {
  const { ref: ownRef, onClick: ownClick } = element.props
  return cloneElement(element, {
    'aria-haspopup': popup,
    'aria-expanded': isOpen,
    'data-popup-open': isOpen ? '' : undefined,
    ...attributes,
    ref: (node: Element | null) => {
      anchor.current = node
      setRef(ownRef as Ref<Element> | undefined, node)
    },
    onClick: (event: MouseEvent) => {
      if (typeof ownClick === 'function') ownClick(event)
      if (!event.defaultPrevented) onToggle(event)
    },
  })
}

function setRef(ref: Ref<Element> | undefined, node: Element | null): void {
  if (typeof ref === 'function') ref(node)
  else if (ref) ref.current = node
}

/** Whether an overlay was closed by a click on its own trigger, which then must not open it again. */
export function isPressOn(anchor: RefObject<Element | null>, event: Event): boolean {
  return event.target instanceof Node && anchor.current?.contains(event.target) === true
}
