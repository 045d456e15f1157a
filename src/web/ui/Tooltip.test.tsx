import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'
import { show } from './testing/show.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // the last tooltip was closed long before
  vi.advanceTimersByTime(100_000_000)
})
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const enter = (name: string, pointerType = 'mouse') =>
  fireEvent.pointerOver(screen.getByRole('button', { name }), { pointerType })
const tips = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent)

function two() {
  show(
    <>
      <Tooltip text="Copies the chart">
        <button type="button">Copy</button>
      </Tooltip>
      <Tooltip text="Deletes the chart">
        <button type="button">Delete</button>
      </Tooltip>
    </>,
  )
}

it('appears after a delay under the pointer, and describes its element', () => {
  two()
  enter('Copy')
  later(300)
  expect(tips()).toEqual([])
  later(200)
  expect(tips()).toEqual(['Copies the chart'])
  const described = screen.getByRole('button', { name: 'Copy' }).getAttribute('aria-describedby')
  expect(document.getElementById(described ?? '')?.textContent).toBe('Copies the chart')
})

it('is shown only once, and appears at once for an adjacent element', () => {
  two()
  enter('Copy')
  later(500)
  fireEvent.pointerOut(screen.getByRole('button', { name: 'Copy' }))
  expect(tips()).toEqual([])
  enter('Delete')
  later(0)
  expect(tips()).toEqual(['Deletes the chart'])
})

it('is not shown for touch', () => {
  two()
  enter('Copy', 'touch')
  later(1000)
  expect(tips()).toEqual([])
})

it.each(['Escape', 'scroll'])('disappears on %s', (way) => {
  two()
  enter('Copy')
  later(500)
  if (way === 'Escape') fireEvent.keyDown(document, { key: 'Escape' })
  else fireEvent.scroll(document)
  expect(tips()).toEqual([])
})

it.each([
  ['by keyboard', true, ['Copies the chart']],
  ['by a click', false, []],
])('for an element that is focused %s: %j', (_way, isVisible, shown) => {
  two()
  const copy = screen.getByRole('button', { name: 'Copy' })
  vi.spyOn(copy, 'matches').mockReturnValue(isVisible)
  fireEvent.focus(copy)
  later(0)
  expect(tips()).toEqual(shown)
  fireEvent.blur(copy)
  expect(tips()).toEqual([])
})
