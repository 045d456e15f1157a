import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../ui/testing/show.tsx'
import { useFilterBar } from './filterBarState.ts'
import ResizeHandle from './ResizeHandle.tsx'

it('the filter bar is 260 to 550 px wide, by keyboard as well, and its width is remembered', async () => {
  const user = show(<ResizeHandle />)
  const { width } = useFilterBar.getState()
  const handle = screen.getByRole('separator', { name: 'Width of the filter bar' })
  handle.focus()
  const widths = [width]
  for (const key of ['{ArrowRight}', '{End}', '{ArrowRight}', '{Home}', '{ArrowLeft}']) {
    await user.keyboard(key)
    widths.push(useFilterBar.getState().width)
  }
  expect(widths).toEqual([260, 276, 550, 550, 260, 260])
  await user.keyboard('{ArrowRight}')
  expect([handle.getAttribute('aria-valuenow'), localStorage.getItem('sextant.filterBar.width')]).toEqual([
    '276',
    '276',
  ])
})
