import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PaneHandle, usePaneSize } from './PaneHandle.tsx'
import { show } from './testing/show.tsx'

afterEach(() => {
  document.documentElement.dir = ''
  localStorage.clear()
})

function Pane() {
  const pane = usePaneSize('pane of a test', { initial: 200, min: 100, max: () => 300 })
  return <PaneHandle label="Width" pane={pane} />
}

it.each([
  ['', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
])('in a page of direction %j the pane grows by %s, and shrinks by %s', async (dir, more, less) => {
  document.documentElement.dir = dir
  const user = show(<Pane />)
  const handle = screen.getByRole('separator', { name: 'Width' })
  handle.focus()
  await user.keyboard(`{${more}}`)
  expect(handle.getAttribute('aria-valuenow')).toBe('216')
  await user.keyboard(`{${less}}{${less}}`)
  expect(handle.getAttribute('aria-valuenow')).toBe('184')
})
