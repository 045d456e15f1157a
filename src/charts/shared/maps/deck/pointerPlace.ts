import type { PointerEvent } from 'react'

/** The position of a pointer in px from the upper left corner of the element that listens. */
export function pointerPlace({ clientX, clientY, currentTarget }: PointerEvent): [x: number, y: number] {
  const { left, top } = currentTarget.getBoundingClientRect()
  return [clientX - left, clientY - top]
}
